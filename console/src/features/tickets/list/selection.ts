/** The tickets of the list that are chosen, to be changed together. */
import { create } from "zustand";

type Selection = {
  /** The list shows its boxes. */
  choosing: boolean;
  chosen: ReadonlySet<string>;
  /** The ticket chosen last, from which a range begins. */
  last: string | null;
};

const none: Selection = { choosing: false, chosen: new Set(), last: null };

export const useSelection = create<Selection>(() => none);

export const startChoosing = () => useSelection.setState({ ...none, choosing: true });
export const stopChoosing = () => useSelection.setState(none);
export const chooseAll = (ids: string[]) => useSelection.setState({ chosen: new Set(ids), last: null });

/** Selects a ticket or deselects it; as a range, also the tickets between it and the last one. */
export function choose(id: string, { range, shown }: { range: boolean; shown: string[] }): void {
  useSelection.setState(({ chosen, last }) => {
    const next = new Set(chosen);
    const on = !chosen.has(id);
    for (const one of range ? between(shown, last, id) : [id]) {
      if (on) next.add(one);
      else next.delete(one);
    }
    return { chosen: next, last: id };
  });
}

function between(shown: string[], from: string | null, to: string): string[] {
  const [one, other] = [shown.indexOf(from ?? to), shown.indexOf(to)];
  if (one < 0 || other < 0) return [to];
  return shown.slice(Math.min(one, other), Math.max(one, other) + 1);
}
