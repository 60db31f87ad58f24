import type { Command } from "commander";
import { redactLine } from "../../app/log.ts";
import { runChecks } from "../doctor/examine.ts";
import type { Finding } from "../doctor/finding.ts";
import type { Runner } from "./run.ts";

const marks = { ok: "✓", attention: "!", fault: "✗" };

/** Thrown when a check failed; the exit status is then 1. */
export class Unwell extends Error {}

export function addDoctor(program: Command, { terminal, createComplaints }: Runner): void {
  program
    .command("doctor")
    .description(
      "look at everything Parley needs, and say how to mend what is wrong; status 1 when something is",
    )
    .option("--json", "for a program to read")
    .action(async ({ json }: { json?: boolean }) => {
      const findings = await runChecks(terminal.environment(), createComplaints);
      const ok = findings.every(({ state }) => state !== "fault");
      const said = json ? JSON.stringify({ ok, findings }) : findings.map(line).join("\n");
      terminal.print(`${redactLine(said)}\n`);
      if (!ok) throw new Unwell();
    });
}

const line = ({ about, state, what, mend }: Finding) =>
  `${marks[state]} ${about}: ${what}${mend ? `\n    → ${mend}` : ""}`;
