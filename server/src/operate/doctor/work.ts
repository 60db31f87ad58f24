/** Reports waiting work, and for how long it waits. */
import { readLastBackup } from "../../files/storage/last-backup.ts";
import { commandLine, startCommand } from "../../floor/config/command-words.ts";
import type { Config } from "../../floor/config/config.ts";
import type { Examined } from "./examined.ts";
import { attention, type Finding, fault, ok } from "./finding.ts";

const lookAtLog = "Look at the log of the process with PARLEY_ROLE worker or all for what it says.";

/** Counts running processes and workers; one that has just started may not have reported yet. */
export async function countProcesses({ pool }: Pick<Examined, "pool">): Promise<Examined["processes"]> {
  const { rows } = await pool.query<{ all: number; workers: number }>(
    `select count(*)::int as all, count(*) filter (where cardinality(worker_ids) > 0
      or started_on > now() - interval '10 s')::int as workers
      from process where lease_until > now()`,
  );
  return rows[0] ?? { all: 0, workers: 0 };
}

export async function checkWork(examined: Examined): Promise<Finding[]> {
  return [
    processFinding(examined.processes),
    await checkJobs(examined),
    await checkMessages(examined),
    ...(await checkMails(examined)),
  ];
}

function processFinding({ all, workers }: Examined["processes"]): Finding {
  if (all === 0) return attention("Parley", "does not run", startCommand);
  if (workers === 0)
    return fault("Parley", "no process sends what waits", "Start a process with PARLEY_ROLE worker or all.");
  return ok("Parley", `runs in ${all} process${all === 1 ? "" : "es"}`);
}

async function checkJobs({ pool, processes }: Examined): Promise<Finding> {
  const { rows } = await pool.query<{ count: number; seconds: number | null }>(
    `select count(*)::int as count, extract(epoch from now() - min(run_at))::int as seconds
      from graphile_worker._private_jobs where run_at <= now() and locked_at is null and attempts < max_attempts`,
  );
  const { count, seconds } = rows[0] ?? { count: 0, seconds: null };
  if (count === 0) return ok("Jobs", "none waits");
  const what = `${count} wait, the oldest for ${duration(seconds ?? 0)}`;
  if (processes.workers === 0) return attention("Jobs", what, "They are done once Parley runs.");
  return (seconds ?? 0) > 60 ? fault("Jobs", what, lookAtLog) : ok("Jobs", what);
}

async function checkMessages({ pool, processes }: Examined): Promise<Finding> {
  const { rows } = await pool.query<{ waiting: number; seconds: number | null; failed: number }>(
    `select (select count(*)::int from message where status = 'queued') as waiting,
      (select extract(epoch from now() - min(created_on))::int from message where status = 'queued') as seconds,
      (select count(*)::int from ticket join message on message.company_id = ticket.company_id
        and message.ticket_id = ticket.id where ticket.updated_on > now() - interval '1 day'
        and message.created_on > now() - interval '1 day' and message.status = 'failed') as failed`,
  );
  const { waiting, seconds, failed } = rows[0] ?? { waiting: 0, seconds: null, failed: 0 };
  const what = `${waiting} wait to be sent${waiting > 0 ? `, the oldest for ${duration(seconds ?? 0)}` : ""}; ${failed} failed in the last day`;
  if (processes.workers > 0 && (seconds ?? 0) > 600)
    return fault("Messages", what, `Is a channel broken? ${lookAtLog}`);
  const mend = "Each says in its ticket why, and can be sent again there.";
  return failed > 0 ? attention("Messages", what, mend) : ok("Messages", what);
}

async function checkMails({ pool, config }: Examined): Promise<Finding[]> {
  if (!config.smtpUrl) return [];
  const { rows } = await pool.query<{ failed: number }>(
    "select count(*)::int as failed from mail where failed_on > now() - interval '1 day'",
  );
  const failed = rows[0]?.failed ?? 0;
  if (failed === 0) return [];
  return [
    attention(
      "Mail",
      `${failed} could not be delivered in the last day`,
      "The column reason of the table mail says why.",
    ),
  ];
}

const day = 86_400;
const backupEvery = 7;

export function checkBackup({ dataDir }: Config): Finding {
  const mend = `${commandLine} backup --to FILE, every night: docs/backup.md shows how.`;
  const last = readLastBackup(dataDir);
  if (!last) return attention("Backup", "none is known of", mend);
  const age = (Date.now() - Date.parse(last.madeOn)) / 1000;
  const what = `${duration(age)} ago, ${last.file}`;
  return age > backupEvery * day ? attention("Backup", what, mend) : ok("Backup", what);
}

function duration(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 2 * 3600) return `${Math.round(seconds / 60)} min`;
  return seconds < 2 * day ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / day)} days`;
}
