import type { ShownView } from "../views/shown-views.ts";
import { useKeys } from "./ticket-keys.ts";

/** 1 to 9 choose the views in their order. */
export function useViewKeys(views: ShownView[], onChoose: (key: string) => void): void {
  const choose = (at: number) => () => {
    const view = views[at];
    if (view) onChoose(view.key);
  };
  useKeys(Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`Digit${at + 1}`, choose(at)])));
}
