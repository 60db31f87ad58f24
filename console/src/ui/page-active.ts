import { useEffect, useState } from "react";

/** True while the page is visible and has the focus. */
export function usePageActive(): boolean {
  const [active, setActive] = useState(isPageActive);
  useEffect(() => {
    const update = () => setActive(isPageActive());
    const events = ["focus", "blur"] as const;
    for (const event of events) window.addEventListener(event, update);
    document.addEventListener("visibilitychange", update);
    return () => {
      for (const event of events) window.removeEventListener(event, update);
      document.removeEventListener("visibilitychange", update);
    };
  }, []);
  return active;
}

export const isPageActive = () => document.visibilityState === "visible" && document.hasFocus();
