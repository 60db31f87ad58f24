/** Lets the command bar and the inbox open the dialogs of the ticket list's buttons. */
import { useEffect } from "react";
import { create } from "zustand";

export type Start = "template" | "mail" | "outgoing";

const useWanted = create<{ wanted: Start | null }>(() => ({ wanted: null }));

export const askToStart = (wanted: Start): void => useWanted.setState({ wanted });

/** Opens the requested dialog, once it can be. */
export function useStart(kind: Start | null, open: () => void): void {
  const asked = useWanted(({ wanted }) => kind !== null && wanted === kind);
  useEffect(() => {
    if (!asked) return;
    useWanted.setState({ wanted: null });
    open();
  });
}
