import pg from "pg";
import type { Failure, Result, Trial } from "../report.ts";
import type { Lane } from "./lane.ts";

/** Test files that pass without a mutant, and others, which show nothing. */
export type Proven = { sound: Set<string>; unsound: Set<string> };

/**
 * A failure catches the mutant where its file passes without it. A file that runs out of time or whose worker ends shows
 * nothing: the files behind it decide.
 */
export async function tryMutant(lane: Lane, trial: Trial, proven: Proven): Promise<Result> {
  const began = performance.now();
  const unclear: Failure[] = [];
  for (;;) {
    const shows = (file: string) => !proven.unsound.has(file) && !unclear.some((one) => one.file === file);
    const by = await runOn(lane, trial, trial.subject.tests.filter(shows));
    if (by?.unclear) unclear.push(by);
    else if (!by || (await isSound(lane, by.file, proven)))
      return { trial, by, unclear, seconds: (performance.now() - began) / 1000 };
  }
}

async function runOn(lane: Lane, trial: Trial, tests: string[]): Promise<Failure | null> {
  await install(lane, trial, trial.mutant.text);
  const first = await lane.run(tests);
  // A worker may end for a reason of its own.
  const by = first?.unclear === "worker" ? await lane.run(tests) : first;
  await install(lane, trial, null);
  return by;
}

async function isSound(lane: Lane, file: string, { sound, unsound }: Proven): Promise<boolean> {
  if (sound.has(file)) return true;
  const first = await lane.run([file]);
  const failure = first?.unclear ? await lane.run([file]) : first;
  if (failure)
    process.stdout.write(`! ${file} fails without a mutant too: ${failure.test}: ${failure.why}\n`);
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
