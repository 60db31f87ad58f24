/** The views that everyone has. Free of zod, as the console needs them at once. */
import { type Condition, type Leaf, me, nobody } from "./conditions/tree.ts";

const handledBy = (who: string): Leaf => ({ field: "handler", operator: "is", value: who });
const yes = (field: string): Leaf => ({ field, operator: "is", value: true });

export const viewSorts = ["activity", "waiting", "due"] as const;
/** Tickets are sorted by the last activity, by the longest wait for an agent and then for an answer, or by the goal that is due first. */
export type ViewSort = (typeof viewSorts)[number];

type BuiltIn = { condition: Condition; sort: ViewSort };

export const builtInViews = {
  all: { condition: { all: [] }, sort: "activity" },
  mine: { condition: handledBy(me), sort: "activity" },
  waiting: { condition: handledBy(nobody), sort: "waiting" },
  others: { condition: { field: "handler", operator: "none_of", value: [me, nobody] }, sort: "activity" },
  /** An agent sees these tickets by a mention alone. They are not among the open ones, so no condition finds them. */
  mentions: { condition: { any: [] }, sort: "activity" },
  waits_for_client: { condition: yes("waits_for_client"), sort: "activity" },
  snoozed: { condition: yes("snoozed"), sort: "activity" },
  failed: { condition: yes("failed"), sort: "activity" },
} as const satisfies Record<string, BuiltIn>;

export type BuiltInView = keyof typeof builtInViews;
export const builtInNames = Object.keys(builtInViews) as BuiltInView[];
/** The views that are parts of the open tickets. */
export const countedNames = builtInNames.filter((name) => name !== "mentions");

export const isBuiltIn = (key: string): key is BuiltInView => Object.hasOwn(builtInViews, key);
