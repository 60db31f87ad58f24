/** One IMAP connection (RFC 3501): commands run one after another, each answered in one piece. */
import { setTimeout as wait } from "node:timers/promises";
import type { Fault } from "../../faults.ts";
import type { StoredMail } from "../folder.ts";
import type { Mailbox } from "../mailbox.ts";
import type { PostOffice } from "../post-office.ts";
import { CAPABILITIES } from "./capabilities.ts";
import { Refusal } from "./refusal.ts";
import type { Selection } from "./selection.ts";
import { readTokens, type Token, word } from "./tokens.ts";
import { Disconnected, type Wire } from "./wire.ts";

/** A command returns the rest of its tagged OK. */
export type Command = (
  session: Session,
  args: Token[],
  options: { byUid: boolean },
) => Promise<string> | string;

/** With these commands a client shows that it has stored the mails it read before. */
const SHOWS_STORED = ["idle", "noop", "select", "examine", "close"];

/** Commands in which numbers must not shift. */
const KEEPS_NUMBERS = ["fetch", "store", "search"];

export class Session {
  readonly wire: Wire;
  readonly office: PostOffice;
  mailbox: Mailbox | undefined;
  #selection: Selection | undefined;
  #forget: (() => void)[] = [];
  /** The fault of the command that runs. */
  fault: Fault | undefined;
  loggedOut = false;
  /** The mails that this command reads. */
  readonly reading: StoredMail[] = [];
  #read: StoredMail[] = [];

  constructor(wire: Wire, office: PostOffice) {
    this.wire = wire;
    this.office = office;
  }

  async run(commands: Record<string, Command>): Promise<void> {
    try {
      await this.meet("connect", undefined);
      this.wire.write(`* OK [CAPABILITY ${CAPABILITIES}] Simulator ready\r\n`);
      while (!this.loggedOut) await this.#runCommand(commands, await this.wire.readCommand());
    } catch (error) {
      if (!(error instanceof Disconnected)) throw error;
    } finally {
      this.wire.socket.destroySoon();
      for (const forget of this.#forget) forget();
    }
  }

  get selection(): Selection {
    if (!this.#selection) throw new Refusal("BAD", "No folder is selected");
    return this.#selection;
  }

  /** Undefined deselects. */
  select(selection: Selection | undefined): void {
    this.#selection = selection;
    if (!selection) return;
    const stop = selection.folder.listen((event) => {
      if (event === "renumbered" && this.#selection === selection) this.end("The folder was rebuilt");
    });
    this.#forget.push(stop);
  }

  get owner(): Mailbox {
    if (!this.mailbox) throw new Refusal("BAD", "Sign in first");
    return this.mailbox;
  }

  signIn(mailbox: Mailbox): void {
    this.mailbox = mailbox;
    mailbox.signedInOn ??= new Date(this.office.now());
    const end = () => this.end("Closed by the server");
    mailbox.disconnect.add(end);
    this.#forget.push(() => mailbox.disconnect.delete(end));
  }

  untagged(answer: string): void {
    this.wire.write(`* ${answer}\r\n`);
  }

  answer(...pieces: Buffer[]): void {
    for (const piece of pieces) this.wire.write(piece);
  }

  /** The mails of a set of numbers or UIDs. */
  chosen(set: string, byUid: boolean, has: (set: string, largest: number) => (n: number) => boolean) {
    const { selection } = this;
    const largest = selection.largest();
    const isIn = has(set, byUid ? largest.uid : largest.number);
    return selection.numbered().filter(({ mail, number }) => isIn(byUid ? mail.uid : number));
  }

  writableMails(chosen: { mail: StoredMail }[]): StoredMail[] {
    if (this.selection.readOnly) throw new Refusal("NO", "The folder is open for reading only");
    return chosen.map(({ mail }) => mail);
  }

  /** Consumes the fault of a step and applies the part before the step's effect. */
  async meet(step: string, mailbox: Mailbox | undefined): Promise<void> {
    this.fault = this.office.faults.consume(mailbox?.id ?? 0, `imap.${step}`);
    switch (this.fault?.kind) {
      case "latency":
        await Promise.race([wait(this.fault.ms, undefined, { ref: false }), this.wire.closed()]);
        break;
      case "error":
        throw new Refusal("NO", this.fault.description ?? "[UNAVAILABLE] Try again later");
      case "hang":
        await this.wire.closed();
        throw new Disconnected("Hung");
      case "reset":
        this.wire.socket.resetAndDestroy();
        throw new Disconnected("Reset");
      default:
    }
  }

  end(reason: string): void {
    this.wire.releaseHeld();
    this.wire.write(`* BYE ${reason}\r\n`);
    this.wire.socket.destroySoon();
  }

  async #runCommand(commands: Record<string, Command>, line: string): Promise<void> {
    const [tag = "*", first = ""] = line.split(" ", 2);
    const byUid = first.toUpperCase() === "UID";
    let name = first.toLowerCase();
    this.wire.hold();
    this.fault = undefined;
    this.reading.length = 0;
    let tagged: string;
    try {
      const [, ...args] = readTokens(line);
      args.shift();
      if (byUid) name = word(args.shift()).toLowerCase();
      const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
      if (!command) throw new Refusal("BAD", `Unknown command ${name}`);
      if (!["login", "authenticate"].includes(name)) await this.meet(name, this.mailbox);
      if (SHOWS_STORED.includes(name)) this.#reportRead(name);
      const done = await command(this, args, { byUid });
      const expunged = byUid || !KEEPS_NUMBERS.includes(name);
      if (this.#selection) this.wire.write(this.#selection.news({ expunged }));
      tagged = `OK ${done || `${name.toUpperCase()} completed`}`;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      tagged = `${error.status} ${error.message}`;
    }
    this.wire.write(`${tag} ${tagged}\r\n`);
    await this.#send(this.wire.releaseHeld());
  }

  /** A connection that waits for more has also stored the mails that others read before they broke off. */
  #reportRead(command: string): void {
    const { mailbox } = this;
    if (!mailbox) return;
    const stored = command === "idle" ? [...mailbox.read] : this.#read;
    this.#read = [];
    for (const mail of stored) {
      mailbox.read.delete(mail);
      mailbox.awaited.delete(mail);
      this.office.received(mail);
    }
  }

  async #send(answer: Buffer): Promise<void> {
    switch (this.fault?.kind) {
      case "acceptThenHang":
        await this.wire.closed();
        throw new Disconnected("Hung");
      case "acceptThenDrop":
        // Half of the answer arrives: a reset would also lose the bytes in transit.
        this.wire.socket.end(answer.subarray(0, answer.length / 2));
        throw new Disconnected("Cut");
      case "acceptThenWait":
        await Promise.race([wait(this.fault.ms, undefined, { ref: false }), this.wire.closed()]);
        this.wire.write(answer);
        break;
      case "badJson":
        this.wire.socket.end(")]} {9 \u0000\r\n");
        throw new Disconnected("Garbled");
      default:
        this.wire.write(answer);
    }
    this.#read.push(...this.reading);
    for (const mail of this.reading) this.mailbox?.read.add(mail);
  }
}
