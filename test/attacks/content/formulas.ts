/** Words a spreadsheet would run, from a client's name to the exported file. */
import { createClient } from "../../outside/client.ts";
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";

const formulas = [
  "=cmd|'/c calc'!A1",
  "+1+1",
  "-2+3",
  "@SUM(1+1)",
  "\t=1+1",
  '=HYPERLINK("https://evil.example")',
];

export async function formulaCells(stage: Stage, trial: Trial): Promise<void> {
  for (const name of formulas) {
    const client = await createClient(stage.simulator, stage.house.harbour, name);
    await client.write("Hello");
  }
  const { text, status } = await stage.as("ingrid").get("/export-tickets");
  if (status !== 200) throw new Error(`/export-tickets → ${status}`);
  if (!text.includes("calc")) throw new Error("The export does not hold the clients");
  const cells = text.split(/\r?\n/).flatMap((line) => line.split(/[,;](?=(?:[^"]*"[^"]*")*[^"]*$)/));
  for (const cell of cells) {
    const content = cell.replace(/^\ufeff/, "").replace(/^"|"$/g, "");
    trial.note(
      /^[=+\-@\t\r]/.test(content) && !/^-?\d+([.,]\d+)?$/.test(content) ? `the export holds ${cell}` : null,
    );
  }
}
