/** Rules of the sample company: one of them has run, and one did not, for a reason that its ticket can tell. */
import type { TagList } from "@parley/contract/tags";
import type { DeskClient } from "./desk-client.ts";

type Sample = { admin: DeskClient; agent: DeskClient; urgent: string; usual: string };

/** `urgent` and `usual` are tickets of the agent's, with and without the highest priority. */
export async function plantRules({ admin, agent, urgent, usual }: Sample): Promise<void> {
  const { tags } = await admin.get<TagList>("/tags");
  const tag = (name: string) => tags.filter((one) => one.name === name).map(({ tagid }) => tagid);
  const tagged = (name: string) => ({ field: "tags", operator: "one_of", value: tag(name) });
  const add = (name: string) => ({ kind: "tag", add: tag(name), remove: [] });
  const events = (...heard: string[]) => ({ kind: "event", events: heard });
  const wait = (kind: string, minutes: number) => ({ kind: "wait", wait: kind, minutes, in_hours: true });
  const tell = (to: string) => ({ kind: "notify", to, userids: [] });
  const atLeast = (value: string) => ({ field: "priority", operator: "at_least", value });
  const rules = [
    {
      name: "Check large refunds",
      when: events("tagged"),
      condition: { all: [tagged("Refund"), atLeast("urgent")] },
      actions: [{ kind: "note", content: "Please ask accounting before you promise a refund." }],
    },
    {
      name: "Overbooked is urgent",
      when: events("tagged"),
      condition: tagged("Overbooked"),
      actions: [{ kind: "priority", priority: "urgent" }, tell("admins")],
    },
    {
      name: "Regular clients wait an hour at most",
      when: wait("unanswered", 60),
      condition: { field: "client_tags", operator: "one_of", value: tag("Regular client") },
      actions: [{ kind: "priority", priority: "high" }, tell("department")],
    },
    {
      name: "One star",
      when: events("rated"),
      condition: { field: "rating", operator: "at_most", value: 1 },
      actions: [tell("admins")],
    },
    {
      name: "Invoices by mail",
      when: events("opened"),
      condition: {
        all: [
          { field: "platform", operator: "is", value: "email" },
          { field: "subject", operator: "contains", value: "invoice" },
        ],
      },
      actions: [add("Invoice")],
    },
    {
      name: "Silent for a week",
      when: wait("client_silent", 7 * 24 * 60),
      condition: { not: tagged("Refund") },
      actions: [{ kind: "close", silently: true }],
    },
  ];
  for (const rule of rules)
    await admin.post("/create-rule", { enabled: true, departmentids: null, stops: false, ...rule });
  for (const ticketid of [urgent, usual])
    await agent.post("/ticket/change-tags", { ticketid, add: tag("Refund"), remove: [] });
}
