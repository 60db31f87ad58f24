/**
 * What the contract test of channels asks of a platform's simulator: an account, clients who use it, and trouble on the
 * wire. Ids are those by which the desk knows a message.
 */
/** A call of the desk's webhook: its path as the provider calls it. Answers the status. */
export type DeskCall = (path: string, headers: Record<string, string>, body: string) => Promise<number>;

/** A public file of the desk's, by its path. */
export type DeskFile = (path: string) => Promise<{ status: number; type: string; bytes: Buffer }>;

export type Received = { id: string; text: string; file: boolean; quotes: string | null };

export type SimulatedClient = {
  externalId: string;
  write(text: string): Promise<string>;
  sendFile(caption: string): Promise<string>;
  /** Null where the platform has no such thing. */
  edit: ((id: string, text: string) => Promise<void>) | null;
  /** Takes a message back from both sides. */
  remove?: (id: string) => Promise<void>;
  react: ((id: string, emoji: string) => Promise<void>) | null;
  /** Reports that a message from the desk has arrived. */
  confirm: ((id: string) => Promise<void>) | null;
  /** Presses a star of the newest question. */
  rate: ((stars: number) => Promise<void>) | null;
  /** What came from the desk, oldest first. */
  received(): Received[];
  /** The desk's reaction to a message, as the client sees it. */
  reactionTo?(id: string): string | null;
  /** Whether the client was shown that someone is typing. */
  sawTyping(): boolean;
  /** Whether the client was shown that what they wrote is read. */
  sawRead?(): boolean;
};

export type ChannelDriver = {
  /** Bodies of `connect`: of one more account, and of one whose credentials are wrong. */
  newAccount(): { body: object; externalId: string };
  wrongAccount(): object;
  newClient(account: string): Promise<SimulatedClient>;
  /** Resolves when the desk has taken in all that waits. */
  delivered(account: string): Promise<void>;
  /** Lets the provider hand over again what it handed over before. */
  repeat(account: string, client: SimulatedClient): Promise<void>;
  /** The next send is refused, put off or not answered, though the provider took it. */
  spoilNextSend(
    account: string,
    how: "refused" | "tryAgain" | "unknown",
    what?: "message" | "reaction",
  ): void;
  /** The account's credentials hold no more. */
  revoke(account: string): void;
  /**
   * Until `mendChecks`, a check of the account finds its credentials refused, no answer, or events that the provider could
   * not hand over. False where the provider does not report such a thing.
   */
  spoilChecks(account: string, how: "refused" | "unreachable" | "pending"): boolean;
  mendChecks(account: string): void;
  /** A well-formed call of the webhook that is not the provider's. */
  forgedCall(): { headers: Record<string, string>; body: string };
  /** Where the provider calls since the account was connected; null: nowhere. */
  calls(account: string): string | null;
};
