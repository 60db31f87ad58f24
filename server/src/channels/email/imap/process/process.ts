/**
 * The processes that read mailboxes, from the desk's side: one for all, and one for mailboxes whose server broke a bound. Each
 * is started with its first mailbox, restarted alone when it dies, and ended when it has had none for a while.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sourceFolder } from "../../../../source-folder.ts";
import type { CallName, Calls, FromChild, Opening, ToChild, WireError } from "./wire.ts";

const program = join(sourceFolder, "channels/email/imap/process/child.ts");
const startLimit = 15_000;
const idleAfter = 30_000;
const firstPause = 250;
const longestPause = 30_000;
/** Milliseconds after which an end of the process is not a failed start. */
const livedLong = 60_000;
/** Megabytes. Pieces of mails come on top; the process ends itself before 300 MB in all. */
const heap = 128;
const mostSaid = 1000;

/** Variables that locate certificates and that Node itself needs. None of them holds a secret. */
const inheritedVariables = [
  ...["NODE_EXTRA_CA_CERTS", "NODE_USE_SYSTEM_CA", "SSL_CERT_FILE", "SSL_CERT_DIR", "OPENSSL_CONF"],
  ...["LD_LIBRARY_PATH", "SystemRoot"],
];

/** The callbacks of a connection. */
export type Line = {
  opened(facts: { capabilities: string[] }): void;
  answered(number: number, answer: unknown): void;
  failed(number: number, error: WireError): void;
  announced(): void;
  closed(error: WireError | null): void;
};

export class MailProcess {
  #child: ChildProcess | null = null;
  #starting: Promise<ChildProcess> | null = null;
  #idle: NodeJS.Timeout | undefined;
  #failures = 0;
  #last = 0;
  readonly #lines = new Map<number, Line>();

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /**
   * Returns the number of the connection, and from then on calls `line` for it. Rejects when the process does not
   * start.
   */
  async open(opening: Opening, line: Line, signal?: AbortSignal): Promise<number> {
    clearTimeout(this.#idle);
    const child = this.#child ?? (await this.#start());
    signal?.throwIfAborted();
    this.#last += 1;
    this.#lines.set(this.#last, line);
    keepAlive(child, true);
    this.#send({ connection: this.#last, open: opening });
    return this.#last;
  }

  call<Name extends CallName>(connection: number, number: number, call: Name, given: Calls[Name][0]): void {
    this.#send({ connection, number, call, given });
  }

  /** Closes a connection; its callbacks are not called afterwards. */
  close(connection: number): void {
    if (!this.#lines.delete(connection)) return;
    this.#send({ connection, close: true });
    this.#rest();
  }

  #send(message: ToChild): void {
    // A send fails only while the process ends, which is handled.
    this.#child?.send(message, () => undefined);
  }

  #start(): Promise<ChildProcess> {
    this.#starting ??= this.#launch().finally(() => {
      this.#starting = null;
    });
    return this.#starting;
  }

  async #launch(): Promise<ChildProcess> {
    if (this.#failures > 0) await wait(Math.min(longestPause, firstPause * 2 ** (this.#failures - 1)));
    const child = spawn(process.execPath, [...rights(), `--max-old-space-size=${heap}`, program], {
      env: { ...inherited(), MALLOC_ARENA_MAX: "2" },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      serialization: "advanced",
    });
    const begun = performance.now();
    let said = "";
    child.stderr?.on("data", (piece: Buffer) => {
      said = `${said}${piece}`.slice(-mostSaid);
    });
    const ready = Promise.withResolvers<void>();
    const late = setTimeout(() => child.kill("SIGKILL"), startLimit);
    const ended = (reason: string) => {
      clearTimeout(late);
      ready.reject(new Error(`The process that reads mailboxes ended. ${reason}. ${said}`));
      if (this.#child === child) this.#lost(performance.now() - begun);
    };
    child.once("error", (error) => ended(String(error)));
    child.once("exit", (code, by) => ended(`${by ?? `Code ${code}`}`));
    child.on("message", (message: FromChild) => {
      if ("ready" in message) ready.resolve();
      else this.#hear(message);
    });
    try {
      await ready.promise;
    } catch (error) {
      this.#failures += 1;
      throw error;
    }
    clearTimeout(late);
    this.#child = child;
    return child;
  }

  #hear(message: Exclude<FromChild, { ready: true }>): void {
    const line = this.#lines.get(message.connection);
    if (!line) return;
    if ("opened" in message) line.opened(message.opened);
    else if ("answer" in message) line.answered(message.number, message.answer);
    else if ("error" in message) line.failed(message.number, message.error);
    else if ("announced" in message) line.announced();
    else {
      this.#lines.delete(message.connection);
      this.#rest();
      line.closed(message.closed);
    }
  }

  #lost(lived: number): void {
    this.#child = null;
    this.#failures = lived > livedLong ? 1 : this.#failures + 1;
    const lines = [...this.#lines.values()];
    this.#lines.clear();
    for (const line of lines)
      line.closed({ message: "The process that reads mailboxes ended", code: "EMAILPROCESS" });
  }

  /** Without connections the process keeps nothing waiting, and ends. */
  #rest(): void {
    const child = this.#child;
    if (!child || this.#lines.size > 0) return;
    keepAlive(child, false);
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (this.#lines.size > 0 || this.#child !== child) return;
      this.#child = null;
      this.#failures = 0;
      child.disconnect();
    }, idleAfter).unref();
  }
}

/** The process may start no program and read only its own files. */
function rights(): string[] {
  const net = process.allowedNodeEnvironmentFlags.has("--allow-net") ? ["--allow-net"] : [];
  return ["--permission", "--allow-fs-read=*", ...net, "--no-warnings"];
}

function inherited(): Record<string, string> {
  return Object.fromEntries(
    inheritedVariables.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function keepAlive(child: ChildProcess, alive: boolean): void {
  const parts = [child, child.channel, child.stderr as unknown as { ref(): void; unref(): void } | null];
  for (const part of parts) {
    if (alive) part?.ref?.();
    else part?.unref?.();
  }
}

export const mailProcesses = { usual: new MailProcess(), quarantine: new MailProcess() };
