/** One connection to a mailbox, inside the process that reads mailboxes. */
import { ImapFlow, type ImapFlowError } from "imapflow";
import { listFolders } from "./folders.ts";
import { BoundBroken, Guard } from "./guard.ts";
import { connectionTimeout } from "./times.ts";
import type { Turns } from "./turns.ts";
import type { CallName, Calls, Found, Opening, Query, WireError } from "./wire.ts";

/** Milliseconds for a command without progress. An idling connection is probed by NOOP instead. */
const socketTimeout = 60_000;
/** Some networks drop a silent connection within ten minutes. */
const maxIdleTime = 5 * 60_000;

const signIn = { responses: 300, bytes: 128 * 1024 };
const few = { responses: 20, bytes: 16 * 1024 };
const folderList = { responses: 10_000, bytes: 2 * 2 ** 20 };
/** The number of mails searched at once, so that no answer is longer than their UIDs. */
const together = 20_000;
const mostWindows = 200;
const uidBytes = 11;
const listedBytes = 400;

/** A mail has `grace` milliseconds to begin, and then has to come at so many bytes per second. */
export type Pace = { grace: number; perSecond: number };
const usualPace: Pace = { grace: 20_000, perSecond: 16 * 1024 };
const paceChecks = 1000;

/** imapflow's names for a line, literal or response that is too long. */
const tooLarge = ["LineTooLarge", "LiteralTooLarge", "ResponseTooLarge"];

type Answers = { [Name in CallName]: (given: Calls[Name][0]) => Promise<Calls[Name][1]> };

export class Connection {
  readonly #client: ImapFlow;
  readonly #guard: Guard;
  readonly #pace: Pace;
  #pieces: Buffer[] = [];

  constructor(
    { company, host, port, servername, secure, startTls, user, password, token }: Opening,
    heard: { announced(): void; closed(error: WireError | null): void },
    turns: Pick<Turns, "enqueue">,
    pace = usualPace,
  ) {
    this.#pace = pace;
    this.#client = new ImapFlow({
      ...{ host, port, servername, secure },
      ...(startTls && { doSTARTTLS: true }),
      auth: token === null ? { user, pass: password } : { user, accessToken: token },
      clientInfo: { name: "Parley" },
      logger: false,
      disableAutoIdle: true,
      disableCompression: true,
      maxIdleTime,
      connectionTimeout,
      greetingTimeout: connectionTimeout,
      socketTimeout,
    });
    // Before STARTTLS imapflow reads what has come behind its answer, which must not wait elsewhere.
    const isPlain = () => startTls && !this.#client.secureConnection;
    this.#guard = new Guard(this.#client, (parse) =>
      isPlain() ? parse(() => undefined) : turns.enqueue(company, parse),
    );
    this.#guard.expect(signIn);
    this.#client.on("exists", heard.announced);
    // An error also closes the connection, which ends the command under way.
    this.#client.on("error", (error: ImapFlowError) => {
      if (tooLarge.includes(error.code ?? "")) this.#guard.broken ??= new BoundBroken(`${error.code}`);
      this.close();
    });
    this.#client.once("close", () => heard.closed(this.#guard.broken && this.explain(this.#guard.broken)));
  }

  async open(): Promise<{ capabilities: string[] }> {
    await this.#client.connect();
    return { capabilities: [...this.#client.capabilities.keys()].slice(0, 200) };
  }

  close(): void {
    this.#client.close();
  }

  call<Name extends CallName>(name: Name, given: Calls[Name][0]): Promise<Calls[Name][1]> {
    return this.#answers[name](given);
  }

  /** A broken bound explains every other error. */
  explain(error: unknown): WireError {
    const { message, code, responseStatus, serverResponseCode, authenticationFailed, tlsFailed } =
      error as ImapFlowError & { responseStatus?: string };
    if (this.#guard.broken)
      return { message: this.#guard.broken.message, code: "EBOUND", bound: this.#guard.broken.bound };
    return {
      message: String(message),
      ...(code && { code }),
      ...(responseStatus && { responseStatus }),
      ...(serverResponseCode && { serverResponseCode }),
      ...(authenticationFailed && { authenticationFailed }),
      ...(tlsFailed && { tlsFailed }),
    };
  }

  readonly #answers: Answers = {
    select: async ({ path, readOnly }) => {
      this.#guard.expect(signIn);
      const { uidValidity, uidNext, exists } = await this.#client.mailboxOpen(path, { readOnly });
      this.#guard.hasMails(exists);
      return { uidValidity, uidNext, exists };
    },
    search: ({ query, most, end }) => this.#search(query, most, end),
    list: async ({ uids }) => {
      this.#guard.expect({
        responses: uids.length + few.responses,
        bytes: uids.length * listedBytes + few.bytes,
      });
      const asked = { uid: true, size: true, internalDate: true };
      const all = await this.#client.fetchAll(uids.join(","), asked, { uid: true });
      return all.map(({ uid, size = 0, internalDate }) => {
        const receivedOn = new Date(internalDate ?? Number.NaN).getTime();
        return { uid, size, receivedOn: Number.isNaN(receivedOn) ? null : receivedOn };
      });
    },
    part: ({ uid, start, length }) => this.#part(uid, start, length),
    markSeen: async ({ uid }) => {
      this.#guard.expect(few);
      await this.#client.messageFlagsAdd(String(uid), ["\\Seen"], { uid: true });
      return null;
    },
    remove: async ({ uid }) => {
      this.#guard.expect(few);
      await this.#client.messageDelete(String(uid), { uid: true });
      return null;
    },
    folders: () => {
      this.#guard.expect(folderList);
      return listFolders(this.#client);
    },
    idle: async () => {
      this.#guard.expect(few);
      return ((await this.#client.idle()) as unknown) !== false;
    },
    noop: async () => {
      this.#guard.expect(few);
      await this.#client.noop();
      return null;
    },
    logout: async () => {
      this.#guard.expect(few);
      await this.#client.logout();
      return null;
    },
    appendPiece: async ({ piece }) => {
      this.#pieces.push(piece);
      return null;
    },
    append: async ({ path }) => {
      const raw = Buffer.concat(this.#pieces);
      this.#pieces = [];
      this.#guard.expect(few);
      await this.#client.append(path, raw, ["\\Seen"]);
      return null;
    },
  };

  /**
   * Searches by sequence number from the last mail to the first: removals meanwhile move others down, so none is
   * missed.
   */
  async #search(query: Query, most: number, end: "oldest" | "newest"): Promise<Found | null> {
    const { exists = 0, uidNext = 1 } = this.#client.mailbox || {};
    if (likely(query, exists, uidNext) <= together) return cut(await this.#searchOnce(query), most, end);
    if (exists > together * mostWindows) throw this.#broken("exists");
    let found: number[] = [];
    let more = false;
    for (let from = exists - together + 1; ; from -= together) {
      const part = await this.#searchOnce(query, `${Math.max(1, from)}:${from + together - 1}`);
      if (!part) return null;
      const kept = cut([...found, ...part], most, end);
      found = kept?.uids ?? [];
      more ||= kept?.more ?? false;
      if (from <= 1 || (end === "newest" && found.length === most))
        return { uids: found, more: more || from > 1 };
    }
  }

  async #searchOnce({ uid, since, messageId }: Query, seq?: string): Promise<number[] | null> {
    const { exists = 0 } = this.#client.mailbox || {};
    const line = Math.min(exists, together) * uidBytes + few.bytes;
    this.#guard.expect({ responses: few.responses, bytes: line, line });
    const query = {
      ...(seq !== undefined && { seq }),
      ...(uid !== undefined && { uid }),
      ...(since && { since }),
      ...(messageId !== undefined && { header: { "message-id": messageId } }),
    };
    const found = await this.#client.search(query, { uid: true });
    return Array.isArray(found) ? found : null;
  }

  async #part(uid: number, start: number, length: number): Promise<Calls["part"][1]> {
    this.#guard.expect({ ...few, bytes: length + few.bytes, literal: length });
    const { received } = this.#guard;
    const begun = performance.now();
    const pace = setInterval(
      () => {
        const late = performance.now() - begun - this.#pace.grace;
        if (this.#guard.received - received < (late / 1000) * this.#pace.perSecond) this.#guard.break("pace");
      },
      Math.min(paceChecks, this.#pace.grace),
    );
    try {
      const source = { start, maxLength: length };
      const mail = await this.#client.fetchOne(String(uid), { uid: true, source }, { uid: true });
      return mail ? { uid: mail.uid, piece: mail.source ?? null } : null;
    } finally {
      clearInterval(pace);
    }
  }

  #broken(bound: string): BoundBroken {
    this.#guard.break(bound);
    return this.#guard.broken ?? new BoundBroken(bound);
  }
}

/** An upper bound of the mails that match. */
function likely({ uid, messageId }: Query, exists: number, uidNext: number): number {
  if (messageId !== undefined) return 1;
  const [, from, to] = /^(\d+):(\d+|\*)$/.exec(uid ?? "") ?? [];
  if (uid !== undefined && from === undefined) return uid.split(",").length;
  const last = to === undefined || to === "*" ? uidNext : Math.min(Number(to), uidNext);
  return Math.min(exists, Math.max(1, last - Number(from ?? 1) + 1));
}

function cut(uids: number[] | null, most: number, end: "oldest" | "newest"): Found | null {
  if (!uids) return null;
  const sorted = [...new Set(uids)].sort((a, b) => a - b);
  if (sorted.length <= most) return { uids: sorted, more: false };
  return { uids: end === "oldest" ? sorted.slice(0, most) : sorted.slice(-most), more: true };
}
