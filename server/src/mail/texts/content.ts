/** What a mail is about, as it waits. Whom it speaks to, and whether to anybody, is decided when it is sent. */
import type { Language } from "@parley/contract/sessions";

export type MailContent =
  | { kind: "registrationCode"; code: string; lang: Language }
  | { kind: "resetCode"; code: string }
  | { kind: "passwordChanged" | "twoStepOn" | "twoStepOff" }
  /** By strangers; the time and the network of the last. */
  | { kind: "failedSignIns"; count: number; time: string; network: string }
  /** For the address before, which leads to nobody any more: so it says by itself whom it speaks to. */
  | { kind: "addressChanged"; name: string; lang: Language; address: string }
  /** For an address that may have no account yet, or count for another one. */
  | { kind: "confirmAddress"; code: string; agentId: string; name: string; lang: Language }
  | ({ kind: "invitation" } & FromAdmin)
  | ({ kind: "resetLink"; agentId: string } & FromAdmin);

/** What an administrator sends: a token for the link, their own name and their company's. */
type FromAdmin = { token: string; name: string; lang: Language; inviter: string; company: string };

export type MailKind = MailContent["kind"] | "alreadyRegistered" | "addressInUse" | "invitationInUse";

export type Letter = { to: string; subject: string; text: string; html: string };
