/** One child process that decodes, from the parent's side: started at the first file, kept warm, ended when idle. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import { join } from "node:path";
import { sourceFolder } from "../../source-folder.ts";
import type { Inspected } from "./decoder.ts";
import type { Redrawn } from "./picture.ts";

export type Work =
  | { task: "inspect" | "square" | "wave"; path: string }
  | { task: "redraw"; path: string; mostBytes: number };
export type Answer = {
  result: Inspected | Redrawn | Buffer | null;
  /** Milliseconds of processor time since the child started. */
  spent: number;
};
/** `failed`: the file ended the child or ran out of time. `unavailable`: there is no child, through no fault of the file. */
export type Outcome =
  | { outcome: "done"; result: Answer["result"] }
  | { outcome: "failed" | "unavailable"; reason: string };

export type DecoderProcess = {
  readonly pid: number | undefined;
  /** Runs one piece of work at a time. */
  run(work: Work): Promise<Outcome>;
  stop(): Promise<void>;
};

export type Timings = {
  /** Milliseconds. Half an hour of speech decodes in two seconds. */
  timeLimit?: number;
  idleAfter?: number;
};

const program = join(sourceFolder, "files/decoder/child.ts");
const startLimit = 15_000;
/** Characters kept of the output of a child that does not start. */
const mostSaid = 1_000;
/** Milliseconds of processor time after which a child is replaced, well before the system ends it. */
const mostSpent = 60_000;
/**
 * Linux counts every writable private page against -d, of which an idle child has 600 MB reserved and 80 in use. -t
 * ends a child that spins after its parent was killed. A shell that cannot set one continues without it.
 */
const limits = ["ulimit -d 1310720", "ulimit -t 120"]
  .map((limit) => `(${limit}) 2>&- && ${limit}`)
  .join("; ");
const inheritedVariables = ["LD_LIBRARY_PATH", "SystemRoot"];

export function createDecoderProcess({
  timeLimit = 10_000,
  idleAfter = 60_000,
}: Timings = {}): DecoderProcess {
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;

  async function run(work: Work): Promise<Outcome> {
    clearTimeout(idle);
    const current = child ?? (await begin());
    if ("reason" in current) return { outcome: "unavailable", ...current };
    const next = await ask(current, work, timeLimit);
    if ("reason" in next) return { outcome: "failed", reason: next.reason };
    const answer = next.message as Answer;
    if (answer.spent > mostSpent) await stop();
    else idle = setTimeout(stop, idleAfter).unref();
    return { outcome: "done", result: answer.result };
  }

  async function begin(): Promise<ChildProcess | { reason: string }> {
    const started = launch();
    child = started;
    let said = "";
    started.stderr?.on("data", (piece: Buffer) => {
      said = `${said}${piece}`.slice(-mostSaid);
    });
    started.once("exit", () => {
      if (child === started) child = null;
    });
    const ready = await nextMessage(started, startLimit);
    if (!("reason" in ready)) return started;
    if (child === started) child = null;
    return { reason: `The decoder does not start. ${ready.reason}. ${said}` };
  }

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const stopped = child;
    child = null;
    if (stopped) await kill(stopped);
  }

  return {
    get pid() {
      return child?.pid;
    },
    run,
    stop,
  };
}

/**
 * Starts the child without the environment, which holds secrets, and without permission to write files or start
 * programs.
 */
function launch(): ChildProcess {
  const node = [
    process.execPath,
    ...["--permission", "--allow-fs-read=*", "--allow-addons", "--max-old-space-size=256", "--no-warnings"],
    program,
  ];
  const [command = "", ...args] =
    process.platform === "win32" ? node : ["/bin/sh", "-c", `${limits}; exec "$@"`, "sh", ...node];
  const inherited = inheritedVariables.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  const child = spawn(command, args, {
    env: { ...Object.fromEntries(inherited), MALLOC_ARENA_MAX: "2", UV_THREADPOOL_SIZE: "2" },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    serialization: "advanced",
  });
  // Without a listener the error would end this process. `nextMessage` reports it.
  child.on("error", () => undefined);
  child.unref();
  child.channel?.unref();
  (child.stderr as Socket | null)?.unref();
  return child;
}

type Next = { message: unknown } | { reason: string };

function ask(child: ChildProcess, work: Work, limit: number): Promise<Next> {
  const answer = nextMessage(child, limit);
  // A send fails only while the child exits, which is handled.
  child.send(work, () => undefined);
  return answer;
}

/** The child's next message. A child that sends none in time is killed. */
async function nextMessage(child: ChildProcess, limit: number): Promise<Next> {
  const settled = new AbortController();
  const { signal } = settled;
  const timer = setTimeout(() => child.kill("SIGKILL"), limit);
  try {
    return await Promise.race([
      once(child, "message", { signal }).then(([message]) => ({ message })),
      once(child, "exit", { signal }).then(([code, by]) => ({
        reason: `It ended by ${by ?? `code ${code}`}`,
      })),
    ]);
  } catch (error) {
    // The system could not start a process.
    return { reason: String(error) };
  } finally {
    clearTimeout(timer);
    settled.abort();
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, "exit");
  child.ref();
  child.kill("SIGKILL");
  await ended;
}
