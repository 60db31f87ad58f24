import pg from "pg";
import type { Result, Trial } from "../report.ts";
import type { Lane } from "./lane.ts";

/** Test files that pass without a mutant. */
const sound = new Set<string>();

/** Throws where the test that failed also fails without the mutant. */
export async function tryMutant(lane: Lane, trial: Trial): Promise<Result> {
  const { subject, mutant } = trial;
  const began = performance.now();
  await install(lane, trial, mutant.text);
  const by = await lane.run(subject.tests);
  await install(lane, trial, null);
  const seconds = (performance.now() - began) / 1000;
  if (by && !sound.has(by.file)) {
    const still = await lane.run([by.file]);
    if (still) throw new Error(`${still.file} fails without a mutant too: ${still.test}`);
    sound.add(by.file);
  }
  return { trial, by, seconds };
}

/** Null: as it is on the disk. */
async function install(lane: Lane, { subject }: Trial, text: string | null): Promise<void> {
  if (subject.language === "typescript") return lane.serve(subject.path, text);
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
