import { Suspense, useCallback, useState } from "react";
import { create } from "zustand";
import { lazyPart, preloadedPart } from "../../../ui/lazy-part.ts";
import { useCommandKeys } from "./keys.ts";

const CommandBar = preloadedPart(async () => (await import("./CommandBar.tsx")).CommandBar, "commands");
const KeyList = lazyPart(async () => (await import("./KeyList.tsx")).KeyList, "commands");

type Shown = "bar" | "keys" | null;
const useShown = create<{ shown: Shown }>(() => ({ shown: null }));

export const openCommandBar = () => useShown.setState({ shown: "bar" });
const showKeys = () => useShown.setState({ shown: "keys" });
const close = (which: Shown) => useShown.setState(({ shown }) => ({ shown: shown === which ? null : shown }));

/** The command bar and the list of keys, loaded with their first use. */
export function Commands() {
  const shown = useShown((state) => state.shown);
  const [wanted, setWanted] = useState(false);
  if (shown && !wanted) setWanted(true);
  useCommandKeys({ find: openCommandBar, list: showKeys });
  const closeBar = useCallback(() => close("bar"), []);
  const closeKeys = useCallback(() => close("keys"), []);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <CommandBar open={shown === "bar"} onClose={closeBar} showKeys={showKeys} />
      <KeyList open={shown === "keys"} onClose={closeKeys} />
    </Suspense>
  );
}
