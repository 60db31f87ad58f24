/** What a mail is about, as it waits. Whom it speaks to, and whether to anybody, is decided when it is sent. */
import type { Language } from "@parley/contract/sessions";

export type MailContent =
  | { kind: "registrationCode"; code: string; lang: Language }
  | { kind: "resetCode"; code: string }
  | { kind: "passwordChanged" | "twoStepOn" | "twoStepOff" }
  /** For the address before, which leads to nobody any more: so it says by itself whom it speaks to. */
  | { kind: "addressChanged"; name: string; lang: Language; address: string };

export type MailKind = MailContent["kind"] | "alreadyRegistered";

export type Letter = { to: string; subject: string; text: string; html: string };
