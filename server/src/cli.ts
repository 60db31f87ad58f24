import { perform } from "./command-line/perform.ts";
import { createProgram } from "./command-line/program.ts";
import { ConfigError } from "./config.ts";
import { AlreadyRunningError } from "./database/embedded.ts";
import { Refusal } from "./http/errors.ts";

try {
  await createProgram(perform).parseAsync();
} catch (error) {
  // What a person can mend is told in words; anything else keeps its stack.
  const told =
    error instanceof Refusal || error instanceof ConfigError || error instanceof AlreadyRunningError;
  process.stderr.write(`${told ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
