import type { VisitorMessage } from "@parley/contract/visitors";

/** The message that the composer answers or edits; otherwise it writes a new one. */
export type Writing = { kind: "reply" | "edit"; message: VisitorMessage } | null;
