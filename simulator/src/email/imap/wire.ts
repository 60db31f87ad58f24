/** The bytes of one IMAP connection: lines and literals in, answers out. */
import { once } from "node:events";
import type { Socket } from "node:net";

const LONGEST_LINE = 64 * 1024;
const LARGEST_LITERAL = 64 * 1024 * 1024;

/** The peer is gone, or broke the protocol beyond an answer. */
export class Disconnected extends Error {}

export class Wire {
  readonly socket: Socket;
  #chunks: Buffer[] = [];
  #size = 0;
  #wake: (() => void) | undefined;
  /** Output of a command is sent in one piece, or not at all. */
  #held: Buffer[] | undefined;
  #closed: Promise<unknown> | undefined;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on("data", (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#size += chunk.length;
      this.#wake?.();
    });
    // A reset by the peer ends in `close`, as an orderly end does.
    socket.on("error", () => socket.destroy());
    socket.on("close", () => this.#wake?.());
  }

  /** The line without its end. */
  async readLine(): Promise<string> {
    for (;;) {
      const all = this.#joined();
      const end = all.indexOf(0x0a);
      if (end >= 0) {
        const line = this.#read(end + 1).toString("latin1");
        return line.replace(/\r?\n$/, "");
      }
      if (this.#size > LONGEST_LINE) throw new Disconnected("The line is too long");
      await this.#more();
    }
  }

  /** A command with its literals in place: `{n}`, a line end and n bytes, one byte per character. */
  async readCommand(): Promise<string> {
    let command = await this.readLine();
    for (;;) {
      const literal = /\{(\d+)(\+?)\}$/.exec(command);
      if (!literal) return command;
      const size = Number(literal[1]);
      if (size > LARGEST_LITERAL) throw new Disconnected("The literal is too large");
      if (!literal[2]) this.write("+ Ready\r\n");
      while (this.#size < size) await this.#more();
      command += `\r\n${this.#read(size).toString("latin1")}${await this.readLine()}`;
    }
  }

  write(answer: string | Buffer): void {
    const bytes = typeof answer === "string" ? Buffer.from(answer, "latin1") : answer;
    if (this.#held) this.#held.push(bytes);
    else if (this.socket.writable) this.socket.write(bytes);
  }

  hold(): void {
    this.#held = [];
  }

  /** Ends `hold`. Returns the held output. */
  releaseHeld(): Buffer {
    const held = Buffer.concat(this.#held ?? []);
    this.#held = undefined;
    return held;
  }

  closed(): Promise<unknown> {
    this.#closed ??= this.socket.destroyed ? Promise.resolve() : once(this.socket, "close");
    return this.#closed;
  }

  #joined(): Buffer {
    const all = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
    this.#chunks = all ? [all] : [];
    return all ?? Buffer.alloc(0);
  }

  #read(count: number): Buffer {
    const all = this.#joined();
    this.#chunks = all.length > count ? [all.subarray(count)] : [];
    this.#size = all.length - count;
    return all.subarray(0, count);
  }

  async #more(): Promise<void> {
    if (this.socket.destroyed || this.socket.readableEnded) throw new Disconnected("The peer is gone");
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    this.socket.once("end", resolve);
    await promise;
    this.socket.off("end", resolve);
    this.#wake = undefined;
  }
}
