import { useEffect, useState } from "react";

/** True while the page is visible and has the focus. */
export function useLooking(): boolean {
  const [looking, setLooking] = useState(isLooking);
  useEffect(() => {
    const update = () => setLooking(isLooking());
    const events = ["focus", "blur"] as const;
    for (const event of events) window.addEventListener(event, update);
    document.addEventListener("visibilitychange", update);
    return () => {
      for (const event of events) window.removeEventListener(event, update);
      document.removeEventListener("visibilitychange", update);
    };
  }, []);
  return looking;
}

const isLooking = () => document.visibilityState === "visible" && document.hasFocus();
