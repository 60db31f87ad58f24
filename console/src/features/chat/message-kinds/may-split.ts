import type { Message } from "@parley/contract/messages";
import { isType } from "@parley/contract/timeline";

const waiting = ["queued", "failed", "uncertain"];

/** True for a message that the client has, and that is in no other ticket yet. */
export const maySplit = ({ type, status, split_into }: Message): boolean =>
  isType(type, "crossesChannel") && !split_into && !(status && waiting.includes(status));
