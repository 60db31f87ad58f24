import type { Mend } from "@parley/contract/channel-states";
import { channelModules, createAdapters } from "../../app/channels.ts";
import { openChannel } from "../../channels/accounts/find.ts";
import type { Checkup } from "../../channels/seam/adapter.ts";
import type { ChannelRow } from "../../channels/seam/module.ts";
import { commandLine } from "../../floor/config/command-words.ts";
import { englishOf } from "../../floor/reasons/english.ts";
import { createSecrets } from "../../floor/secrets/secrets.ts";
import type { Examined } from "./examined.ts";
import { attention, type Finding, fault, ok, reasonOf, withTimeout } from "./finding.ts";

const timeout = 15_000;
/** The number of checks at once, and milliseconds in all. */
const together = 8;
const most = 200;

type Row = ChannelRow & { company: string };

/** Checks the provider of every connected account. */
export async function checkChannels(examined: Examined): Promise<Finding[]> {
  const { rows } = await examined.pool.query<Row>(
    `select channel.*, company.name as company from channel join company using (company_id)
      where removed_on is null order by company.name, platform limit $1`,
    [most + 1],
  );
  const findings: Finding[] = operatorNotes(examined);
  for (let from = 0; from < Math.min(rows.length, most); from += together) {
    const some = rows.slice(from, Math.min(from + together, most));
    findings.push(...(await Promise.all(some.map((row) => checkChannel(examined, row)))));
  }
  if (rows.length > most)
    findings.push(attention("Channels", `only ${most} were asked`, "Look at the others in the console."));
  return findings;
}

/** The values that have to be entered at providers. */
function operatorNotes({ config }: Examined): Finding[] {
  const secrets = createSecrets(config.appSecret);
  return channelModules.flatMap(({ platform, webhook }) => {
    const note = webhook && "shared" in webhook ? webhook.operatorNote(config, secrets) : null;
    return note ? [ok(`Set-up of ${platform}`, note)] : [];
  });
}

async function checkChannel({ config }: Examined, row: Row): Promise<Finding> {
  const about = `Channel ${row.platform} “${row.name}” of ${row.company}`;
  try {
    const channel = openChannel(row, createSecrets(config.appSecret));
    const adapter = createAdapters(config).of(row.platform);
    const calledAt = row.webhook_secret_hash ? config.publicUrl : null;
    const checkup = await withTimeout(
      timeout + 1000,
      adapter.check(channel, calledAt, AbortSignal.timeout(timeout)),
    );
    return findingOf(about, checkup, row);
  } catch (error) {
    if (!/APP_SECRET|not sealed here/.test(String(error)))
      return fault(about, reasonOf(error), "Connect it again.");
    const mend = "Set APP_SECRET to the one it was connected under, or connect it again.";
    return fault(about, "its credentials cannot be opened: APP_SECRET is another", mend);
  }
}

/** `stored`: what the desk knows beyond this checkup, such as failing messages. */
function findingOf(about: string, checkup: Checkup, stored: Row): Finding {
  if (checkup.outcome === "unreachable") {
    const mend = "Check that this machine may reach the internet, and look at the provider's own state page.";
    return fault(about, englishOf(checkup.reason), mend);
  }
  if (checkup.outcome !== "working") {
    const say = checkup.outcome === "broken" ? fault : attention;
    return say(about, englishOf(checkup.reason), mendOf(checkup.mend, stored.platform));
  }
  const { attention_reason: reason, attention_mend: mend } = stored;
  if (!reason || !mend) return ok(about, checkup.says);
  return attention(about, englishOf(reason), mendOf(mend, stored.platform));
}

function mendOf(mend: Mend, platform: string): string {
  switch (mend) {
    case "connect_again":
      return channelModules.find((one) => one.platform === platform)?.connect.command
        ? `Connect it again: ${commandLine} ${platform} connect --company ID …`
        : "Connect it again in the settings of the console.";
    case "check_address":
      return (
        "Make PUBLIC_URL reachable from the internet with a certificate that is accepted everywhere, and connect " +
        "the account again if it was changed or the account is used elsewhere too."
      );
    case "check_network":
      return "Check that this machine may reach the internet, and look at the provider's own state page.";
    case "check_account":
      return "Look at the account in the provider's own settings; other accounts do get an answer.";
    case "wait":
      return "Wait for the provider; its state page says more.";
    case "turn_on_webhook":
      return "Switch the account's webhook on in the settings of the console.";
    case "check_quality":
      return "See in the provider's own settings why clients block or report the account, and send fewer such messages.";
    case "check_dns":
      return "Add the missing record to the domain's DNS; its mail provider says what it should hold.";
    case "check_failures":
      return "Look at the failed messages in the tickets, and at the account in the provider's own settings.";
  }
}
