import { createAdapters } from "../app/channels.ts";
import type { Checkup } from "../channels/adapters/adapter.ts";
import { openChannel } from "../channels/find.ts";
import type { ChannelRow } from "../channels/modules/module.ts";
import { englishOf } from "../reasons/english.ts";
import { createSecrets } from "../secrets/secrets.ts";
import { attention, type Finding, fault, ok, reasonOf, withTimeout } from "./finding.ts";
import type { Look } from "./look.ts";

const patience = 15_000;
/** At once, and in all. */
const together = 8;
const most = 200;

type Row = ChannelRow & { company: string };

/** Asks the provider of every connected account. */
export async function checkChannels(look: Look): Promise<Finding[]> {
  const { rows } = await look.pool.query<Row>(
    `select channel.*, company.name as company from channel join company using (company_id)
      where removed_on is null order by company.name, platform limit $1`,
    [most + 1],
  );
  const findings: Finding[] = [];
  for (let from = 0; from < Math.min(rows.length, most); from += together) {
    const some = rows.slice(from, Math.min(from + together, most));
    findings.push(...(await Promise.all(some.map((row) => checkChannel(look, row)))));
  }
  if (rows.length > most)
    findings.push(attention("Channels", `only ${most} were asked`, "Look at the others in the console."));
  return findings;
}

async function checkChannel({ config }: Look, row: Row): Promise<Finding> {
  const about = `Channel ${row.platform} “${row.name}” of ${row.company}`;
  try {
    const channel = openChannel(row, createSecrets(config.appSecret));
    const adapter = createAdapters(config).of(row.platform);
    const calledAt = row.webhook_secret_hash ? config.publicUrl : null;
    const checkup = await withTimeout(
      patience + 1000,
      adapter.check(channel, calledAt, AbortSignal.timeout(patience)),
    );
    return tell(about, checkup);
  } catch (error) {
    if (!/APP_SECRET|not sealed here/.test(String(error)))
      return fault(about, reasonOf(error), "Connect it again.");
    const mend = "Set APP_SECRET to the one it was connected under, or connect it again.";
    return fault(about, "its credentials cannot be opened: APP_SECRET is another", mend);
  }
}

function tell(about: string, checkup: Checkup): Finding {
  if (checkup.outcome === "working") return ok(about, checkup.says);
  if (checkup.outcome === "broken") return fault(about, englishOf(checkup.reason), checkup.mend);
  const mend = "Check that this machine may reach the internet, and look at the provider's own state page.";
  return fault(about, englishOf(checkup.reason), mend);
}
