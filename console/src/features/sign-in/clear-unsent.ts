import { clear as clearPrivateOutbox } from "../private-chat/outbox.ts";
import { forgetDrafts } from "../sending/drafts.ts";
import { clear as clearOutbox } from "../sending/outbox.ts";

const owner = "parley.owner";

/** What one agent wrote in this browser and did not send is not for the next who signs in here to see or to send. */
export function clearUnsentOfOthers(userid: string): void {
  if (localStorage.getItem(owner) === userid) return;
  localStorage.setItem(owner, userid);
  clearOutbox();
  clearPrivateOutbox();
  forgetDrafts();
}
