/**
 * The kinds of notices, and the ways in which each comes by default. Free of zod, which the console's first load does
 * without; the schemas are in `notices.ts`.
 */
export const noticeWays = ["inbox", "push", "mail"] as const;
export type NoticeWay = (typeof noticeWays)[number];

/** Null: this kind does not come this way. */
type Ways = Readonly<Record<NoticeWay, boolean | null>>;

const told = { inbox: true, push: true, mail: false } as const;

/** Every kind by name. A new one also has its text in the console's `i18n/notices`. */
export const noticeKinds = {
  /** Unread messages of a client in the agent's ticket. */
  message: told,
  /** Unread messages of a colleague. */
  private: told,
  /** A colleague assigned a ticket. */
  handover: told,
  /** A waiting ticket is offered to the agent. */
  offer: told,
  /** A colleague took a ticket of the agent over. */
  takeover: told,
  /** A colleague mentioned the agent, or their department, in a note. */
  mention: told,
  /** A ticket that the agent follows has news for its handler. */
  followed: told,
  /** A rule tells of a ticket. */
  rule: told,
  /** A goal of a ticket ends soon, or has ended. */
  goal: told,
  rating: told,
  /** A message of the agent could not be sent. */
  failed: told,
  /** A text of the agent did not leave at its time: it waits for them. */
  outgoing: told,
  /** A ticket of the department waits to be accepted; lists show it, and no inbox. */
  ticket: { ...told, inbox: null },
  /** An account does not work, a webhook is parked, or a rule is switched off; administrators are told. */
  channel: told,
} as const satisfies Record<string, Ways>;
export type NoticeKind = keyof typeof noticeKinds;

export const noticeKindNames = Object.keys(noticeKinds) as NoticeKind[];

/** The kind of an inbox line: unread messages are a client's or a colleague's, and webhooks and rules are told of as accounts are. */
export const kindOfLine = (
  type: "text" | "webhook" | Exclude<NoticeKind, "message" | "private" | "ticket" | "followed">,
  ofTicket: boolean,
): NoticeKind => {
  if (type === "webhook" || (type === "rule" && !ofTicket)) return "channel";
  return type === "text" ? (ofTicket ? "message" : "private") : type;
};
