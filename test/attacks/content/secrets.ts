/** Values that the log must not contain. */

import { password } from "../../world/people.ts";
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";

/** The most bytes of log lines from hundreds of refused attacks. */
const most = 4 * 2 ** 20;

export async function secrets(stage: Stage, trial: Trial): Promise<void> {
  const log = stage.log();
  const { people, harbour, northwind } = stage.house;
  const words: Record<string, string> = {
    "a password": password,
    "a client's or colleague's text": stage.canary,
    "a bot's token": harbour.token.split(":")[1] ?? "",
    "the neighbour's bot's token": northwind.token.split(":")[1] ?? "",
    "a webhook's secret": harbour.secret,
    "a session (agent)": people.mira.cookie.split("=")[1] ?? "",
    "a session (admin)": people.ingrid.cookie.split("=")[1] ?? "",
    "a query": "signature=",
  };
  for (const { platform, own, theirs } of stage.signed) {
    words[`a secret of ${platform}`] = own.secret;
    words[`the neighbour's secret of ${platform}`] = theirs.secret;
  }
  for (const { cookie } of stage.crowd.workers)
    words[`a session ${cookie.slice(-4)}`] = cookie.split("=")[1] ?? "";
  for (const [what, word] of Object.entries(words)) {
    const at = log.indexOf(word);
    trial.note(at < 0 ? null : `${what} is in the log: …${log.slice(Math.max(0, at - 300), at + 100)}…`);
  }
  const codes = stage.smtp.received.flatMap(({ text }) => /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? []);
  for (const code of codes)
    trial.note(new RegExp(`\\D${code}\\D`).test(log) ? "a code of a mail is in the log" : null);
  const failures = log.split("\n").filter((line) => /"level":(50|60)/.test(line));
  trial.note(
    failures.length === 0
      ? null
      : `${failures.length} failures in the log, such as ${failures[0]?.slice(0, 1500)}`,
  );
  const bytes = stage.logBytes();
  trial.note(bytes <= most ? null : `the log has grown to ${bytes} bytes`);
  trial.measured(`the log has ${log.split("\n").length} lines, ${Math.round(bytes / 1024)} KB`);
}
