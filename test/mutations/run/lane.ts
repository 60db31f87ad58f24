/** One of several lines of test runs beside each other, with templates and a worker of its own. */
import { Writable } from "node:stream";
import { createVitest, type Reporter, type TestModule, type TestSpecification } from "vitest/node";
import { copyDatabase, type Templates } from "../../database-copy.ts";
import type { People } from "../../world/people.ts";
import type { Failure } from "../report.ts";
import { keepWorker } from "./kept-worker.ts";
import { askingRules } from "./rules-plugin.ts";

export type Lane = {
  templates: Templates;
  /**
   * Runs test files one after the other until a test fails, which it returns; null: none did. A run that takes too long
   * is ended.
   */
  run(files: string[]): Promise<Failure | null>;
  /** Leaves a clause of the access rules out of the next runs, by its id; empty: none. */
  leaveOut(clause: string): void;
  close(): Promise<void>;
};

/** Milliseconds that a run of test files may take. */
const allowed = 180_000;

/** `rules`: the files of access rules. */
export async function openLane(
  number: number,
  { templates: from, people, rules }: { templates: Templates; people: People; rules: string[] },
): Promise<Lane> {
  const templates = { empty: await copyOf(from.empty, number), world: await copyOf(from.world, number) };
  const worker = keepWorker();
  /** The modules of one run; Vitest itself keeps those of the runs before. */
  let begun: TestModule[] = [];
  let ended: TestModule[] = [];
  const reporter: Reporter = {
    onTestModuleStart: (module) => void begun.push(module),
    onTestModuleEnd: (module) => void ended.push(module),
  };
  const vitest = await createVitest(
    {
      config: false,
      watch: false,
      include: ["contract/src/**/*.test.ts", "server/src/**/*.test.ts", "test/*.test.ts"],
      setupFiles: ["test/setup.ts", "test/mutations/run/left-out.setup.ts"],
      isolate: false,
      maxWorkers: 1,
      bail: 1,
      restoreMocks: true,
      expect: { poll: { timeout: 15_000 } },
      testTimeout: 30_000,
      hookTimeout: 30_000,
      pool: worker.pool as never,
      reporters: [reporter],
      sequence: { sequencer: InOrder },
    },
    {
      plugins: [askingRules(rules)],
    },
    { stdout: new Silent(), stderr: new Silent() },
  );
  vitest.provide("templates", templates);
  vitest.provide("people", people);
  vitest.provide("leftOut", "");
  const project = vitest.getRootProject();

  return {
    templates,
    async run(files) {
      [begun, ended] = [[], []];
      const specifications = files.map((file) => project.createSpecification(`${process.cwd()}/${file}`));
      let late = false;
      // The run ends with its worker.
      const timer = setTimeout(() => {
        late = true;
        void worker.discard();
      }, allowed);
      const {
        unhandledErrors: [error],
      } = await vitest.runTestSpecifications(specifications);
      clearTimeout(timer);
      const file = begun.at(-1)?.relativeModuleId ?? files[0] ?? "";
      const beside = { file, test: "(beside its tests)" };
      if (late) return { ...beside, why: `a run of more than ${allowed} ms`, unclear: "time" };
      const failed = [...begun, ...ended].find((module) => !module.ok());
      if (failed) return failureIn(failed);
      if (error) return { ...beside, ...reasonOf([error as Error]) };
      // A worker that ends in the middle of a file leaves it without an end.
      const notRun = files.length - ended.length;
      if (notRun === 0) return null;
      return { ...beside, why: `${notRun} of ${files.length} files did not run`, unclear: "worker" };
    },
    leaveOut: (clause) => vitest.provide("leftOut", clause),
    async close() {
      await worker.discard();
      await vitest.close();
    },
  };
}

function failureIn(module: TestModule): Failure {
  const file = module.relativeModuleId;
  const [test] = module.children.allTests("failed");
  if (test) return { file, test: test.fullName, ...reasonOf(test.result().errors ?? []) };
  const errors = [...module.children.allSuites()].flatMap((suite) => suite.errors());
  return { file, test: "(before or after its tests)", ...reasonOf([...module.errors(), ...errors]) };
}

/** An error of Vitest's pool is that a worker ended; its cause says how. */
function reasonOf(errors: readonly { message: string; cause?: unknown }[]): Pick<Failure, "why" | "unclear"> {
  const messages = errors.flatMap(({ message, cause }) => [message, ...messagesIn(cause)]);
  const why = messages.map((message) => message.split("\n")[0] ?? "").join("; ");
  if (why.startsWith("[vitest-pool")) return { why, unclear: "worker" };
  return { why, unclear: /timed out|timeout|in time/i.test(why) ? "time" : null };
}

const messagesIn = (cause: unknown): string[] =>
  typeof cause === "object" && cause && "message" in cause ? [String(cause.message)] : [];

async function copyOf(template: string, number: number): Promise<string> {
  const url = new URL(template);
  url.pathname += `_${number}`;
  await copyDatabase(template, url.pathname.slice(1));
  return url.href;
}

/** Files run in the order in which they are named. */
class InOrder {
  sort = async (files: TestSpecification[]) => files;
  shard = this.sort;
}

class Silent extends Writable {
  override _write(_chunk: unknown, _encoding: string, done: () => void) {
    done();
  }
}
