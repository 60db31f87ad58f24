import { clear as clearPrivateOutbox } from "../../people/private-chat/outbox.ts";
import { clearDrafts } from "../../tickets/sending/drafts.ts";
import { useExtras } from "../../tickets/sending/extras.ts";
import { forgetFirstMails } from "../../tickets/sending/first-mail.ts";
import { clear as clearOutbox } from "../../tickets/sending/outbox.ts";

const owner = "parley.owner";

/** Deletes drafts and unsent messages of another agent, so that the one who signs in can neither see nor send them. */
export function clearUnsentOfOthers(userid: string): void {
  if (localStorage.getItem(owner) === userid) return;
  localStorage.setItem(owner, userid);
  clearOutbox();
  clearPrivateOutbox();
  clearDrafts();
  useExtras.setState({}, true);
  forgetFirstMails();
}
