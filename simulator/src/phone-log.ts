/** The messages between one person and one account, for platforms that keep no log of their own. */
import type { Network } from "./network.ts";
import type { PhoneMessage } from "./phone.ts";

export type Written = Omit<PhoneMessage, "id" | "at" | "reactions" | "received"> & { received?: boolean };

export class PhoneLog {
  readonly account: number;
  readonly person: number;
  #network: Network;
  #messages = new Map<number, PhoneMessage>();
  #lastId = 0;

  constructor(network: Network, account: number, person: number) {
    this.#network = network;
    this.account = account;
    this.person = person;
  }

  messages(): PhoneMessage[] {
    return [...this.#messages.values()];
  }

  find(id: number): PhoneMessage | undefined {
    return this.#messages.get(id);
  }

  access(id: number): PhoneMessage {
    const found = this.find(id);
    if (!found) throw new Error(`There is no message ${id} in this chat`);
    return found;
  }

  byExternalId(externalId: string): PhoneMessage | undefined {
    return this.messages().find((message) => message.externalId === externalId);
  }

  add(written: Written): PhoneMessage {
    this.#lastId += 1;
    const message: PhoneMessage = {
      received: written.side === "bot",
      ...written,
      id: this.#lastId,
      at: new Date(this.#network.now()).toISOString(),
      reactions: {},
    };
    this.#messages.set(message.id, message);
    this.#publish("message", message);
    return message;
  }

  /** `received` also stands for `read`. */
  change(id: number, patch: Partial<PhoneMessage>, event: "edit" | "reaction" | "received"): PhoneMessage {
    const message = { ...this.access(id), ...patch };
    this.#messages.set(id, message);
    this.#publish(event, message);
    return message;
  }

  remove(id: number): PhoneMessage {
    const message = this.access(id);
    this.#messages.delete(id);
    this.#network.live.publish({ type: "delete", account: this.account, person: this.person, id });
    return message;
  }

  /** The quotation of a message in the form of an answer to it. */
  quotation(id: number | undefined): PhoneMessage["replyTo"] {
    if (id === undefined) return undefined;
    const { side, text, type } = this.access(id);
    return { id, side, text: text ?? type };
  }

  showTyping(forMs: number): void {
    const { account, person } = this;
    this.#network.live.publish({ type: "action", account, person, action: "typing", forMs });
  }

  /** The person blocked the account, or no longer does. */
  showMembership(): void {
    this.#network.live.publish({ type: "chat", account: this.account, person: this.person });
  }

  waitFor(fits: (message: PhoneMessage) => boolean, timeoutMs = 5_000): Promise<PhoneMessage> {
    return this.#network.live.when(() => this.messages().find(fits), timeoutMs, "a message on the phone");
  }

  #publish(type: "message" | "edit" | "reaction" | "received", message: PhoneMessage): void {
    this.#network.live.publish({ type, account: this.account, person: this.person, message });
  }
}

/** The logs of one platform. */
export class PhoneLogs {
  #network: Network;
  #logs = new Map<string, PhoneLog>();

  constructor(network: Network) {
    this.#network = network;
  }

  of(account: number, person: number): PhoneLog {
    const key = `${account}:${person}`;
    const log = this.#logs.get(key) ?? new PhoneLog(this.#network, account, person);
    this.#logs.set(key, log);
    return log;
  }

  /** People with a message to or from this account. */
  people(account: number): number[] {
    const written = [...this.#logs.values()].filter(
      (log) => log.account === account && log.messages().length > 0,
    );
    return written.map(({ person }) => person);
  }
}
