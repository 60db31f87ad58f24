/** `npm run parley -- …`, in any process. */
import { CommanderError } from "commander";
import { explain } from "../../app/explain.ts";
import { redactLine } from "../../app/log.ts";
import { Refusal } from "../../floor/errors/errors.ts";
import { Unwell } from "./doctor.ts";
import { createProgram } from "./program.ts";
import type { Terminal } from "./run.ts";

/** The exit status. */
export async function runCommandLine(args: string[], terminal: Terminal): Promise<number> {
  try {
    await createProgram(terminal).parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    // The command has already printed its message.
    if (error instanceof CommanderError) return error.exitCode;
    if (!(error instanceof Unwell))
      terminal.complain(`${error instanceof Refusal ? redactLine(error.message) : explain(error)}\n`);
    return 1;
  }
}
