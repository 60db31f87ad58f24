import { useEffect, useState } from "react";
import { type Held, registerComposer, release, useHeld } from "../sending/guard.ts";

/** A second Enter that followed the first by itself shall not send what nobody has read. */
const armsAfter = 300;

type Guard = { held: Held | undefined; armed: boolean; release: () => void };

/** The ticket's answer that came back, if one did. */
export function useGuard(ticketid: string): Guard {
  const held = useHeld((all) => all[ticketid]);
  const [armed, setArmed] = useState<Held | null>(null);
  useEffect(() => registerComposer(ticketid), [ticketid]);
  useEffect(() => {
    if (!held) return;
    const timer = setTimeout(() => setArmed(held), armsAfter);
    return () => clearTimeout(timer);
  }, [held]);
  return { held, armed: armed === held, release: () => release(ticketid) };
}
