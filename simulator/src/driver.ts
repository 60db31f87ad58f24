/**
 * The interface of a platform's simulator for the contract test of channels: an account, its clients, and faults. Ids
 * are those by which the desk knows a message.
 */
/** Calls the desk's webhook at the provider's path. Returns the status. */
export type DeskCall = (path: string, headers: Record<string, string>, body: string) => Promise<number>;

/** Fetches a public file of the desk by its path. */
export type DeskFile = (path: string) => Promise<{ status: number; type: string; bytes: Buffer }>;

export type Received = { id: string; text: string; file: boolean; quotes: string | null };

export type SimulatedClient = {
  externalId: string;
  write(text: string): Promise<string>;
  sendFile(caption: string): Promise<string>;
  /** Null where the platform has no edits. */
  edit: ((id: string, text: string) => Promise<void>) | null;
  /** Deletes a message on both sides. */
  remove?: (id: string) => Promise<void>;
  react: ((id: string, emoji: string) => Promise<void>) | null;
  /** Reports that a message from the desk has arrived. */
  confirm: ((id: string) => Promise<void>) | null;
  /** Presses a star of the newest question. */
  rate: ((stars: number) => Promise<void>) | null;
  /** The messages from the desk, oldest first. */
  received(): Received[];
  /** The desk's reaction to a message, as the client sees it. */
  reactionTo?(id: string): string | null;
  /** True if the client was shown that an agent is typing. */
  sawTyping(): boolean;
  /** True if the client was shown that their messages are read. */
  sawRead?(): boolean;
};

export type ChannelDriver = {
  /** Bodies of `connect`: for another account, and for one with wrong credentials. */
  newAccount(): { body: object; externalId: string };
  wrongAccount(): object;
  newClient(account: string): Promise<SimulatedClient>;
  /** The company's key, where the account hands messages in by one. */
  giveKey?(account: string, key: string): void;
  /** Resolves when the desk has received everything that waits. */
  delivered(account: string): Promise<void>;
  /** Makes the provider repeat its last call. */
  repeat(account: string, client: SimulatedClient): Promise<void>;
  /** The next send is refused, delayed or not answered, though the provider accepted it. */
  spoilNextSend(
    account: string,
    how: "refused" | "tryAgain" | "unknown",
    what?: "message" | "reaction" | "edit" | "deletion",
  ): void;
  /** The provider refuses the next change, since by its clock the time for it has passed. */
  refuseLate?(account: string, what: "edit" | "deletion"): void;
  /** Revokes the account's credentials. */
  revoke(account: string): void;
  /**
   * A check of the account finds until `mendChecks` its credentials refused, no answer, or events that the
   * provider could not hand over. False where the provider does not report such a fault.
   */
  spoilChecks(account: string, how: "refused" | "unreachable" | "pending"): boolean;
  mendChecks(account: string): void;
  /** A well-formed call of the webhook that the provider did not make. */
  forgedCall(): { headers: Record<string, string>; body: string };
  /** The address that the provider calls since the account was connected; null when there is none. */
  calls(account: string): string | null;
};
