import type { ImapClient } from "./client.ts";

/**
 * Waits for new mail in the selected folder, by IDLE where the server has it, and for so many milliseconds at most.
 * Also resolves when the connection ends. `refused`: the server does not support IDLE.
 */
export async function waitForNudge(
  client: ImapClient,
  milliseconds: number,
  signal: AbortSignal,
): Promise<{ nudged: boolean; refused: boolean }> {
  const woken = Promise.withResolvers<boolean>();
  const nudge = () => woken.resolve(true);
  const wake = () => woken.resolve(false);
  const timer = setTimeout(wake, milliseconds);
  client.on("exists", nudge);
  client.on("close", wake);
  signal.addEventListener("abort", wake, { once: true });
  let refused = false;
  // The next command ends IDLE, or the server does.
  const idling = client.idle().then((answer) => {
    refused = !answer;
  }, wake);
  try {
    if (signal.aborted || !client.usable) wake();
    const nudged = await woken.promise;
    return { nudged, refused };
  } finally {
    clearTimeout(timer);
    client.off("exists", nudge);
    client.off("close", wake);
    signal.removeEventListener("abort", wake);
    void idling;
  }
}
