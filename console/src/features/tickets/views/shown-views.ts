/** The views of the list: built-in ones, the agent's own, their departments' and the company's, in the agent's order. */
import { builtInNames, builtInViews, type ViewSort } from "@parley/contract/built-in-views";
import { type Condition, leavesOf } from "@parley/contract/conditions/tree";
import type { View, ViewList } from "@parley/contract/views";

/** `key` is its id, or the name of a built-in view. */
export type ShownView = { key: string; condition: Condition; sort: ViewSort; view: View | null };

const builtIn: ShownView[] = builtInNames.map((key) => ({ key, ...builtInViews[key], view: null }));

export const asShown = (view: View): ShownView => ({
  key: view.viewid,
  condition: view.condition,
  sort: view.sort,
  view,
});

const audiences = ["own", "department", "company"] as const;

export function shownViews(list: ViewList | undefined): ShownView[] {
  if (!list) return builtIn;
  const made = audiences.flatMap((audience) => list.views.filter((view) => view.audience === audience));
  const place = new Map(list.order.map((key, at) => [key, at]));
  const placeOf = ({ key }: ShownView) => place.get(key) ?? list.order.length;
  return [...builtIn, ...made.map(asShown)].sort((one, other) => placeOf(one) - placeOf(other));
}

/** The view asks for snoozed tickets, so that they are not folded away. */
export const asksForSnoozed = ({ condition }: ShownView): boolean =>
  leavesOf(condition).some(({ leaf }) => leaf.field === "snoozed");
