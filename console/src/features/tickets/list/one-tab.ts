/** Milliseconds in which other tabs stay silent about the same thing. */
const quietFor = 3_000;

/**
 * Runs it in one of this browser's tabs. Where the page is not served securely, browsers have no locks, and each tab
 * runs it.
 */
export async function inOneTab(what: string, run: () => void): Promise<void> {
  if (!navigator.locks) return run();
  await navigator.locks.request(`parley.${what}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    run();
    await new Promise((resolve) => setTimeout(resolve, quietFor));
  });
}
