import type { Channel } from "../../seam/adapter.ts";
import type { AuthenticationResult, MailAddress, ParsedMail } from "../parse/parsed-mail.ts";

/** A mail with what its headers claim and prove about its writer. */
export type ReceivedFrom = {
  channel: Channel;
  read: ParsedMail;
  /** The sender as the headers name them. */
  from: MailAddress;
  /** The writer; for a form, the person who filled it in. */
  sender: MailAddress;
  /** A form on a website sent it. */
  form: boolean;
  /** The receiving server's verdict whether the mail is from the domain of its sender. */
  authentication: AuthenticationResult;
};
