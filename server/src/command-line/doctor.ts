import type { Command } from "commander";
import { scrub } from "../app/log.ts";
import { runChecks } from "../doctor/examine.ts";
import type { Finding } from "../doctor/finding.ts";
import { readEnvironment } from "../environment.ts";
import { complaints } from "./run.ts";

const marks = { ok: "✓", attention: "!", fault: "✗" };

export function addDoctor(program: Command): void {
  program
    .command("doctor")
    .description(
      "look at everything Parley needs, and say how to mend what is wrong; status 1 when something is",
    )
    .option("--json", "for a program to read")
    .action(async ({ json }: { json?: boolean }) => {
      const findings = await runChecks(readEnvironment(), complaints);
      const ok = findings.every(({ state }) => state !== "fault");
      const said = json ? JSON.stringify({ ok, findings }) : findings.map(line).join("\n");
      process.stdout.write(`${scrub(said)}\n`);
      if (!ok) process.exitCode = 1;
    });
}

const line = ({ about, state, what, mend }: Finding) =>
  `${marks[state]} ${about}: ${what}${mend ? `\n    → ${mend}` : ""}`;
