import { useEffect, useRef } from "react";

/** The end of a list: loads more when half of it is in view. */
export function Sentinel({ onSeen }: { onSeen: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  const seen = useRef(onSeen);
  seen.current = onSeen;
  useEffect(() => {
    const here = ref.current;
    if (!here) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && seen.current(),
      { threshold: 0.5 },
    );
    observer.observe(here);
    return () => observer.disconnect();
  }, []);
  return <div ref={ref} className="h-4" />;
}
