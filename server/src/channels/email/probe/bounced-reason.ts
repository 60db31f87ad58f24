import { type Reason, reasonOf } from "@parley/contract/reasons";
import type { BouncedRecipient } from "../parse/parsed-mail.ts";

/** In the reporting server's words. */
export const bouncedReason = ({ address, status, diagnostic }: BouncedRecipient): Reason =>
  reasonOf("mail_bounced", {
    address,
    says: (diagnostic || status || "?").replace(/\s+/g, " ").slice(0, 500),
  });
