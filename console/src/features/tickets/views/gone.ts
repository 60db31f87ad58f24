import { fieldOf } from "@parley/contract/conditions/fields";
import { leavesOf } from "@parley/contract/conditions/tree";
import type { ShownView } from "./shown-views.ts";

/** Names the tags, departments, channels and fields that a view asks for and that are gone; null is one without a name. */
export function goneOf({ condition, view }: ShownView): (string | null)[] {
  const referred = view?.refers.filter(({ gone }) => gone).map(({ name }) => name) ?? [];
  const fields = leavesOf(condition).filter(({ leaf }) => !fieldOf(leaf.field));
  return [...referred, ...fields.map(({ leaf }) => leaf.field)];
}
