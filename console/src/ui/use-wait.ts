import { useEffect, useState } from "react";

/** Counts seconds down to 0, for what must not be asked for again yet. */
export function useWait(): [left: number, start: (seconds: number) => void] {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, (seconds) => setLeft(Math.ceil(seconds))];
}
