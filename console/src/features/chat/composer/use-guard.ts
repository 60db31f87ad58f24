import { useEffect, useState } from "react";
import { type Held, registerComposer, release, useHeld } from "../../tickets/sending/guard.ts";

/** Milliseconds in which a repeated Enter does not send, so that the new messages can be read first. */
const armsAfter = 300;

type Guard = { held: Held | undefined; armed: boolean; release: () => void };

/** The ticket's refused reply, if any. */
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
