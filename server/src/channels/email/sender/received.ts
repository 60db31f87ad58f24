import type { Channel } from "../../seam/adapter.ts";
import type { AuthenticationResult, MailAddress, ParsedMail } from "../parse/parsed-mail.ts";

/** A mail with what its headers say about who wrote it. */
export type ReceivedFrom = {
  channel: Channel;
  read: ParsedMail;
  /** As its headers name them. */
  from: MailAddress;
  /** Who counts as its writer: of a form the person who filled it in. */
  sender: MailAddress;
  /** A form on a website sent it. */
  form: boolean;
  /** Whether the receiving server found the mail to be from the domain of its sender. */
  authentication: AuthenticationResult;
};
