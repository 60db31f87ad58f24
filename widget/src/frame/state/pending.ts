/** A message on its way to the desk, as it is kept across reloads. */
import type { VisitorMessage, VisitorSend } from "@parley/contract/visitors";

export type Pending = Pick<VisitorSend, "messageid" | "conversation" | "first"> & {
  content: string;
  reply_to: VisitorMessage["reply_to"];
  created_on: string;
  /** Of those written at one time: the order they are sent in. */
  order: number;
  status: "waiting" | "failed";
  /** A code of the desk, or `lost`: a file that had not left before the page was left. */
  reason: string | null;
  file: PendingFile | null;
};

export type PendingFile = {
  name: string;
  size: number;
  type: string;
  /** From 0 to 1. */
  progress: number;
};
