/** One agent uploads files without end, and their company has room for half of them. */
import { filesSent } from "../floods/files.ts";
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";
import { runFlood } from "./attacker.ts";

/** Bytes of a file, and of what comes with it. */
const each = 8.5 * 2 ** 20;

export async function fillStorage(stage: Stage, trial: Trial): Promise<void> {
  const { company } = stage.crowd.own.ids;
  await stage.desk.query("update company set max_storage_gb = 1 where company_id = $1", [company]);
  await stage.desk.query(
    `insert into storage_total (company_id, bytes) values ($1, $2)
     on conflict (company_id) do update set bytes = excluded.bytes`,
    [company, 2 ** 30 - (filesSent(stage.short) / 2) * each],
  );
  // The provider would be another machine, and its own load is not part of the attack.
  const fault = stage.simulator.control.addFault({ kind: "reset", method: "sendDocument", times: 0 });
  await runFlood(stage, trial, "files");
  stage.simulator.control.clearFaults(fault);
}
