/** A connection to a mailbox. Another process holds it: each call waits for that process's answer. */
import { EventEmitter } from "node:events";
import type { FolderFacts } from "./process/folders.ts";
import type { MailProcess } from "./process/process.ts";
import {
  type CallName,
  type Calls,
  type Found,
  type Listed,
  type Opening,
  pieceBytes,
  type Query,
  type Selected,
  type WireError,
} from "./process/wire.ts";

/** The connection ended, or its server answered with an error. Fields as imapflow has them. */
export class ImapError extends Error {
  override name = "ImapError";
  readonly code: string | undefined;
  readonly responseStatus: string | undefined;
  readonly serverResponseCode: string | undefined;
  readonly authenticationFailed: boolean;
  readonly tlsFailed: boolean;
  /** The bound that the server broke. */
  readonly bound: string | undefined;
  /** A command was waiting for its answer. */
  readonly underWay: boolean;

  constructor(error: WireError, { underWay = false } = {}) {
    super(error.message);
    this.code = error.code;
    this.responseStatus = error.responseStatus;
    this.serverResponseCode = error.serverResponseCode;
    this.authenticationFailed = error.authenticationFailed ?? false;
    this.tlsFailed = error.tlsFailed ?? false;
    this.bound = error.bound;
    this.underWay = underWay;
  }
}

const closedByUs: WireError = { message: "The connection is closed", code: "NoConnection" };

/** Emits `exists` when the server announces mail, and `close` once. */
export class ImapClient extends EventEmitter<{ exists: []; close: [] }> {
  readonly #process: MailProcess;
  #connection = 0;
  #calls = new Map<number, PromiseWithResolvers<unknown>>();
  #number = 0;
  #opened = Promise.withResolvers<void>();
  #ended: WireError | null = null;
  #idling = 0;
  capabilities: ReadonlySet<string> = new Set();
  /** The selected folder. */
  folder: string | null = null;

  constructor(process: MailProcess) {
    super();
    this.#process = process;
  }

  async open(opening: Opening, signal?: AbortSignal): Promise<void> {
    this.#connection = await this.#process.open(
      opening,
      {
        opened: ({ capabilities }) => {
          this.capabilities = new Set(capabilities);
          this.#opened.resolve();
        },
        answered: (number, answer) => this.#settle(number)?.resolve(answer),
        failed: (number, error) => this.#settle(number)?.reject(new ImapError(error)),
        announced: () => this.emit("exists"),
        closed: (error) =>
          this.#end(error ?? { message: "The server ended the connection", code: "NoConnection" }),
      },
      signal,
    );
    if (this.#ended) this.#process.close(this.#connection);
    await this.#opened.promise;
  }

  get usable(): boolean {
    return this.#ended === null;
  }

  get idling(): boolean {
    return this.#idling > 0 && this.usable;
  }

  close(): void {
    this.#process.close(this.#connection);
    this.#end(closedByUs);
  }

  /** Throws with `responseStatus` "NO" for a folder that is gone or may not be opened. */
  async select(path: string, options: { readOnly: boolean } = { readOnly: false }): Promise<Selected> {
    this.folder = null;
    const selected = await this.#call("select", { path, ...options });
    this.folder = path;
    return selected;
  }

  /** UIDs in ascending order. Null: the server does not search. */
  search(query: Query, bounds: { most: number; end: "oldest" | "newest" }): Promise<Found | null> {
    return this.#call("search", { query, ...bounds });
  }

  list(uids: number[]): Promise<Listed[]> {
    return this.#call("list", { uids });
  }

  part(uid: number, start: number, length: number): Promise<Calls["part"][1]> {
    return this.#call("part", { uid, start, length });
  }

  async markSeen(uid: number): Promise<void> {
    await this.#call("markSeen", { uid });
  }

  async remove(uid: number): Promise<void> {
    await this.#call("remove", { uid });
  }

  folders(): Promise<FolderFacts[]> {
    return this.#call("folders", null);
  }

  /** The next call ends it. False: the server does not support IDLE. */
  async idle(): Promise<boolean> {
    this.#idling += 1;
    try {
      return await this.#call("idle", null);
    } finally {
      this.#idling -= 1;
    }
  }

  async noop(): Promise<void> {
    await this.#call("noop", null);
  }

  async logout(): Promise<void> {
    await this.#call("logout", null);
  }

  /** Appends a mail and marks it as read. */
  async append(path: string, raw: Buffer): Promise<void> {
    for (let at = 0; at < raw.length; at += pieceBytes)
      await this.#call("appendPiece", { piece: raw.subarray(at, at + pieceBytes) });
    await this.#call("append", { path });
  }

  #call<Name extends CallName>(call: Name, given: Calls[Name][0]): Promise<Calls[Name][1]> {
    if (this.#ended) return Promise.reject(new ImapError(this.#ended));
    this.#number += 1;
    const answer = Promise.withResolvers<unknown>();
    this.#calls.set(this.#number, answer);
    this.#process.call(this.#connection, this.#number, call, given);
    return answer.promise as Promise<Calls[Name][1]>;
  }

  #settle(number: number): PromiseWithResolvers<unknown> | undefined {
    const call = this.#calls.get(number);
    this.#calls.delete(number);
    return call;
  }

  #end(error: WireError): void {
    if (this.#ended) return;
    this.#ended = error;
    this.#opened.promise.catch(() => undefined);
    this.#opened.reject(new ImapError(error));
    const underWay = this.#calls.size > this.#idling;
    for (const call of this.#calls.values()) call.reject(new ImapError(error, { underWay }));
    this.#calls.clear();
    this.emit("close");
  }
}
