import { Suspense, useEffect } from "react";
import { Outlet } from "react-router";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { dismissActions } from "../../../ui/toast.ts";
import { useHandOver } from "./hand-over.ts";

const HandOverDialog = lazyPart(
  async () => (await import("./HandOverDialog.tsx")).HandOverDialog,
  "adminAgents",
  "reassign",
  "reasons",
);

/** Wraps the admin panel: the toast of a disabled agent opens the dialog on any of its pages. */
export function HandOver() {
  const { agent } = useHandOver();
  const close = () => useHandOver.setState({ agent: null });
  useEffect(
    () => () => {
      dismissActions();
      useHandOver.setState({ agent: null });
    },
    [],
  );
  return (
    <>
      <Outlet />
      <Suspense fallback={null}>{agent && <HandOverDialog agent={agent} onClose={close} />}</Suspense>
    </>
  );
}
