import { useEffect, useState } from "react";

/** The ticket that was open last, so that the chat tab leads back to it. */
export function useLastTicket(open: string | null): string | null {
  const [last, setLast] = useState(open);
  useEffect(() => {
    if (open) setLast(open);
  }, [open]);
  return open ?? last;
}
