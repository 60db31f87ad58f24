/** Each scenario is about some code, and CI tries it where that changed. */

/**
 * Folders of code, and the scenario's own file. A scenario without a line here is about what every message passes, the
 * floor and the jobs: it always runs.
 */
export const about: Readonly<Record<string, readonly string[]>> = {
  connect: ["server/src/operate/command-line/", "server/src/channels/telegram/", scenario("connect")],
  weekly: ["server/src/decide/figure-mails/", "server/src/decide/figures/", scenario("weekly")],
  purge: ["server/src/support/tickets/", "server/src/files/", scenario("purge")],
  window: [
    ...["server/src/channels/outbound/", "server/src/channels/whatsapp/", "server/src/channels/seam/"],
    scenario("window"),
  ],
  lanes: ["server/src/channels/outbound/", "server/src/work/", scenario("lanes")],
  mailbox: ["server/src/channels/email/", "server/src/channels/inbound/", scenario("mailbox")],
  outgoing: ["server/src/support/outgoing/", "server/src/channels/outbound/", scenario("outgoing")],
  "first-mails": ["server/src/support/outgoing/", "server/src/channels/email/", scenario("first-mails")],
  changes: ["server/src/support/messages/", "server/src/channels/outbound/", scenario("changes")],
  dividing: ["server/src/support/tickets/", scenario("dividing")],
  snooze: ["server/src/support/tickets/", scenario("snooze")],
  programs: ["server/src/programs/api/", "server/src/programs/keys/", scenario("program")],
  rules: ["server/src/decide/rules/", "server/src/support/conditions/", scenario("rules")],
  goals: ["server/src/decide/goals/", scenario("goals")],
  routing: ["server/src/decide/routing/", scenario("routing")],
  webhooks: ["server/src/programs/webhooks/", "server/src/programs/events/", scenario("webhooks")],
  backup: ["server/src/operate/backup/", scenario("backup")],
  polling: ["server/src/channels/telegram/", "server/src/channels/inbound/", scenario("polling")],
  visitors: ["server/src/channels/web/", scenario("visitors")],
};

/** The beginning of the path of a scenario's file. */
function scenario(name: string): string {
  return `test/faults/scenarios/${name}`;
}

/** True for a scenario that must run after these files changed; null stands for files that cannot be told. */
export function concerns(name: string, files: string[] | null): boolean {
  const places = about[name];
  if (!places || !files) return true;
  const code = files.filter((file) => !/\.test\.tsx?$/.test(file));
  return code.some((file) => places.some((place) => file.startsWith(place)));
}
