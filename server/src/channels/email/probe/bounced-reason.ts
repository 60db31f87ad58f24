import { type Reason, reasonOf } from "@parley/contract/reasons";
import type { BouncedRecipient } from "../parse/parsed-mail.ts";

/** Worded with the reporting server's own text. */
export const bouncedReason = ({ address, status, diagnostic }: BouncedRecipient): Reason =>
  reasonOf("mail_bounced", {
    address,
    says: (diagnostic || status || "?").replace(/\s+/g, " ").slice(0, 500),
  });
