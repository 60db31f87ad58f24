import { useEffect, useState } from "react";

const pause = 200;

/** A text that is being typed, once typing pauses: the answer to a search for each letter would be outdated. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
