/** Runs when the page has loaded and its main thread is idle. Returns a function that cancels it. */
export function whenIdle(run: () => void): () => void {
  let cancelled = false;
  const rest = () => {
    if (cancelled) return;
    const once = () => {
      if (!cancelled) run();
    };
    // Safari has no idle callback.
    if ("requestIdleCallback" in window) requestIdleCallback(once, { timeout: 3_000 });
    else setTimeout(once, 200);
  };
  if (document.readyState === "complete") rest();
  else window.addEventListener("load", rest, { once: true });
  return () => {
    cancelled = true;
    window.removeEventListener("load", rest);
  };
}
