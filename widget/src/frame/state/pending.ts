/** A message being sent, in the form that is kept across reloads. */
import type { VisitorMessage, VisitorSend } from "@parley/contract/visitors";

export type Pending = Pick<VisitorSend, "messageid" | "conversation" | "first"> & {
  content: string;
  reply_to: VisitorMessage["reply_to"];
  created_on: string;
  /** The sending order of messages written at one time. */
  order: number;
  status: "waiting" | "failed";
  /** A code of the desk, or `lost`: a file that was not sent before the page was left. */
  reason: string | null;
  file: PendingFile | null;
};

export type PendingFile = {
  name: string;
  size: number;
  type: string;
  /** The progress from 0 to 1. */
  progress: number;
};
