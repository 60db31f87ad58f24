/**
 * Bounds what a server may send, before it is parsed: bytes before they are cut into lines, responses before their
 * words are read. A command allows what its answer may need; unsolicited responses draw on a budget that refills
 * slowly.
 */
import type { Transform } from "node:stream";
import type { ImapFlow } from "imapflow";
import type { Parse } from "./turns.ts";

export type Allowance = {
  responses: number;
  bytes: number;
  /** The longest line, and the largest literal, in bytes. */
  line?: number;
  literal?: number;
};

/** imapflow's own stream: it cuts bytes into responses and passes each on by `push`. */
type Streamer = Pick<Transform, "destroyed" | "destroy"> & {
  _transform(chunk: Buffer, encoding: string, next: () => void): void;
  push(response: unknown): boolean;
  maxLineLength: number;
  maxLiteralSize: number;
  maxResponseSize: number;
};

export class BoundBroken extends Error {
  override name = "BoundBroken";
  readonly bound: string;

  constructor(bound: string) {
    super(`The IMAP server broke a bound: ${bound}`);
    this.bound = bound;
  }
}

const usualLine = 64 * 1024;
/** Names of folders may come as literals. */
const usualLiteral = 16 * 1024;
/** The budget of unsolicited responses. Each mail of a folder that is emptied is announced. */
const newsResponses = 1000;
const mostNoted = 20_000;
const bytesOfNews = 100;
const newsPerSecond = 20;

export class Guard {
  readonly #streamer: Streamer;
  #allowed = { responses: 0, bytes: 0 };
  #news = { responses: newsResponses, bytes: newsResponses * bytesOfNews };
  #most = newsResponses;
  #filledOn = performance.now();
  /** The number of bytes received in all. */
  received = 0;
  /** The bound that the server broke. */
  broken: BoundBroken | null = null;

  /** `turn` says when a piece is parsed. */
  constructor(client: ImapFlow, turn: (parse: Parse) => void) {
    const { streamer } = client as unknown as { streamer?: Streamer };
    if (typeof streamer?._transform !== "function")
      throw new Error("imapflow has no streamer: nothing would be bounded");
    this.#streamer = streamer;
    const cut = streamer._transform.bind(streamer);
    streamer._transform = (chunk, encoding, next) => {
      if (!this.#allow("bytes", chunk.length)) return next();
      turn((parsed) =>
        cut(chunk, encoding, () => {
          parsed();
          next();
        }),
      );
    };
    const push = streamer.push.bind(streamer);
    streamer.push = (response) => (response === null || this.#allow("responses", 1)) && push(response);
  }

  /** Sets the limits of the next command's answer. */
  expect({ responses, bytes, line = usualLine, literal = usualLiteral }: Allowance): void {
    this.#allowed = { responses, bytes };
    this.#streamer.maxLineLength = line;
    this.#streamer.maxLiteralSize = literal;
    this.#streamer.maxResponseSize = line + literal;
  }

  /** Widens the limits for a folder with so many mails. */
  hasMails(exists: number): void {
    const most = newsResponses + 2 * Math.min(Math.max(0, exists), mostNoted);
    if (most <= this.#most) return;
    this.#news.responses += most - this.#most;
    this.#news.bytes += (most - this.#most) * bytesOfNews;
    this.#most = most;
  }

  break(bound: string): false {
    this.broken ??= new BoundBroken(bound);
    if (!this.#streamer.destroyed) this.#streamer.destroy(this.broken);
    return false;
  }

  #allow(kind: "bytes" | "responses", count: number): boolean {
    if (kind === "bytes") this.received += count;
    this.#allowed[kind] -= count;
    if (this.#allowed[kind] >= 0) return true;
    this.#fill();
    this.#news[kind] += this.#allowed[kind];
    this.#allowed[kind] = 0;
    return this.#news[kind] >= 0 || this.break(kind);
  }

  #fill(): void {
    const now = performance.now();
    const more = Math.floor((now - this.#filledOn) / 1000) * newsPerSecond;
    if (more === 0) return;
    this.#filledOn = now;
    this.#news.responses = Math.min(this.#most, this.#news.responses + more);
    this.#news.bytes = Math.min(this.#most * bytesOfNews, this.#news.bytes + more * bytesOfNews);
  }
}
