import pg from "pg";
import type { Result, Trial } from "../report.ts";
import type { Lane } from "./lane.ts";

/** Test files that pass without a mutant, and others, which show nothing. */
const sound = new Set<string>();
const unsound = new Set<string>();

export async function tryMutant(lane: Lane, trial: Trial): Promise<Result> {
  const began = performance.now();
  for (;;) {
    const tests = trial.subject.tests.filter((file) => !unsound.has(file));
    await install(lane, trial, trial.mutant.text);
    const by = await lane.run(tests);
    await install(lane, trial, null);
    if (!by || (await isSound(lane, by.file)))
      return { trial, by, seconds: (performance.now() - began) / 1000 };
  }
}

async function isSound(lane: Lane, file: string): Promise<boolean> {
  if (sound.has(file)) return true;
  const failure = await lane.run([file]);
  if (failure) process.stdout.write(`! ${file} fails without a mutant too: ${failure.test}\n`);
  (failure ? unsound : sound).add(file);
  return !failure;
}

/** Null: as it is on the disk. */
async function install(lane: Lane, { subject }: Trial, text: string | null): Promise<void> {
  if (subject.language === "typescript") return lane.leaveOut(text ?? "");
  for (const template of Object.values(lane.templates)) {
    const client = new pg.Client({ connectionString: template });
    await client.connect();
    try {
      await client.query(text ?? subject.text);
    } finally {
      await client.end();
    }
  }
}
