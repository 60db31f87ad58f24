/** The content of a queued mail. Its recipient is looked up when it is sent. */
import type { Language } from "@parley/contract/sessions";

export type MailContent =
  | { kind: "registrationCode"; code: string; lang: Language }
  | { kind: "resetCode"; code: string }
  | { kind: "passwordChanged" | "twoStepOn" | "twoStepOff" }
  /** Failed sign-ins by strangers; the time and the network of the last. */
  | { kind: "failedSignIns"; count: number; time: string; network: string }
  /** Administrators get this mail: an account has not worked since then, or works again. */
  | { kind: "channelBroken" | "channelWorking"; account: string; since: string }
  /** Administrators get this mail: nothing is sent to the webhook any more. */
  | { kind: "webhookParked"; name: string }
  /**
   * The old address gets this mail; it no longer identifies an account, so the content carries name and
   * language.
   */
  | { kind: "addressChanged"; name: string; lang: Language; address: string }
  /** An address that may have no account yet, or is confirmed for another one, gets this mail. */
  | { kind: "confirmAddress"; code: string; agentId: string; name: string; lang: Language }
  /** A complete text by another part of the desk. `once`: it is rather lost than sent twice. */
  | { kind: "page"; subject: string; page: Page; by?: ByAccount; once?: true }
  | NoticesContent
  | ({ kind: "invitation" } & FromAdmin)
  | ({ kind: "resetLink"; agentId: string } & FromAdmin);

/**
 * An agent who is away gets this mail. What it says, and whether they may still see it, is decided when it is sent. It is never
 * sent twice.
 */
export type NoticesContent = {
  kind: "notices";
  companyId: string;
  agentId: string;
  notices: { about: "notification" | "ticket"; id: string }[];
};

/** An invitation: the link's token, the sender's name and the company's. */
type FromAdmin = { token: string; name: string; lang: Language; inviter: string; company: string };

export type MailKind =
  | Exclude<MailContent["kind"], "page" | "notices">
  | "alreadyRegistered"
  | "addressInUse"
  | "invitationInUse";

export type Letter = { to: string; subject: string; text: string; html: string; by?: ByAccount };

/** A mail of a company's own e-mail account, about a ticket. */
export type ByAccount = {
  id: string;
  companyId: string;
  channelId: string;
  ticketId: string;
  /** The Message-ID. */
  ref: string;
  /** The mails of this thread, the oldest first. */
  references: string[];
  /** The time when it was queued. */
  on: string;
};

/** The parts that the layout of a mail shows. */
export type Page = {
  lang: string;
  title: string;
  hello: string;
  lead: string;
  code: string | null;
  codeNote: string | null;
  link: { text: string; url: string } | null;
  note: string;
  /** A list, each with a link and what was said. */
  lines?: { text: string; said: string; url: string }[];
  /** The link by which such mails are stopped. */
  settings?: { text: string; url: string };
  footer: string;
};
