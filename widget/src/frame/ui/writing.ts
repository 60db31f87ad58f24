import type { VisitorMessage } from "@parley/contract/visitors";

/** What the composer is about, beside a message of its own: an answer to one, or a change of one. */
export type Writing = { kind: "reply" | "edit"; message: VisitorMessage } | null;
