/** Each scenario is about some code, and CI tries it where that changed. */

/** Every scenario stands on this code. */
const ground = ["server/src/floor/", "server/src/work/", "test/faults/", "test/outside/"];

/** Folders of code. A scenario without a line here is about the path of every message, and always runs. */
export const about: Readonly<Record<string, readonly string[]>> = {
  connect: ["server/src/operate/command-line/", "server/src/channels/telegram/"],
  weekly: ["server/src/decide/figure-mails/", "server/src/decide/figures/"],
  purge: ["server/src/support/tickets/", "server/src/files/"],
  window: ["server/src/channels/outbound/", "server/src/channels/whatsapp/", "server/src/channels/seam/"],
  lanes: ["server/src/channels/outbound/"],
  mailbox: ["server/src/channels/email/", "server/src/channels/inbound/"],
  outgoing: ["server/src/support/outgoing/", "server/src/channels/outbound/"],
  "first-mails": ["server/src/support/outgoing/", "server/src/channels/email/"],
  changes: ["server/src/support/messages/", "server/src/channels/outbound/"],
  dividing: ["server/src/support/tickets/"],
  snooze: ["server/src/support/tickets/"],
  programs: ["server/src/programs/api/", "server/src/programs/keys/"],
  rules: ["server/src/decide/rules/", "server/src/support/conditions/"],
  goals: ["server/src/decide/goals/"],
  routing: ["server/src/decide/routing/"],
  webhooks: ["server/src/programs/webhooks/", "server/src/programs/events/"],
  backup: ["server/src/operate/backup/"],
  polling: ["server/src/channels/telegram/", "server/src/channels/inbound/"],
  visitors: ["server/src/channels/web/"],
};

/** True for a scenario that must run after these files changed; null stands for files that cannot be told. */
export function concerns(name: string, files: string[] | null): boolean {
  const folders = about[name];
  if (!folders || !files) return true;
  const code = files.filter((file) => !/\.test\.tsx?$/.test(file));
  return code.some((file) => [...ground, ...folders].some((folder) => file.startsWith(folder)));
}
