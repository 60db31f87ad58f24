/** Signals for the sockets of pages' visitors, sent to the process that has them. */

/** Messages of a ticket that are new or changed, and the ticket with them. */
export type TicketSignal = { ticketId: string; added: string[]; changed: string[] };
export type VisitorSignal =
  | { kind: "tickets"; tickets: TicketSignal[] }
  /** An agent has read a conversation, up to the client's message with this id at its channel. */
  | { kind: "read"; channelId: string; messageId: string }
  | { kind: "typing"; channelId: string; externalId: string; ticketId: string; name: string }
  /** The sockets reconnect and fetch: of a ticket, all, or of a visitor. */
  | { kind: "resyncTickets"; ticketIds: string[] }
  | { kind: "resyncAll" }
  | { kind: "resync"; channelId: string; externalId: string }
  /** The settings of a web chat changed. */
  | { kind: "widget"; channelId: string }
  /** The token has ended. */
  | { kind: "ended"; tokenHash: string }
  /** A client of the company is blocked. */
  | { kind: "blocked"; companyId: string };

export type VisitorSignals = {
  /** Sends to the listener of this process. */
  send(signal: VisitorSignal): void;
  /** Sends to the listeners of the other processes, if any. */
  forward(signal: VisitorSignal): void;
  /** Null removes the listener. */
  listen(handle: ((signal: VisitorSignal, from: "here" | "elsewhere") => void) | null): void;
  /** True if other processes get forwarded signals. */
  shared: boolean;
};
