/** The changes that a program makes in one round: each has its own ticket, client, organisation or webhook. */
import { randomUUID } from "node:crypto";
import type { EventKind } from "@parley/contract/ledger";
import { createPlayedClient } from "../played-client.ts";
import type { Stage } from "../stage.ts";

export type Change = {
  what: string;
  path: string;
  method: "POST" | "PATCH";
  body: object;
  /** Its event. */
  event: EventKind;
  /** Finds what the change made by a value: one row, with the id that the event is of or names. */
  rows: string;
  value: string;
  /** False where the repeat is found by the id of what is handed in. */
  kept: boolean;
};

export type Program = { token: string; gateway: string };

/** Makes what the changes are about. */
export async function plantChanges(stage: Stage, { token, gateway }: Program): Promise<Change[]> {
  const admin = stage.caller("ingrid");
  const unique = () => randomUUID().slice(0, 8);
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await fetch(`${stage.desk.url}/api/v1/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const { id } = (await answer.json()) as { id?: string };
    if (!id) throw new Error(`${path}: ${answer.status}`);
    return id;
  };
  const ticket = () => ticketOfClient(stage);
  const tag = await admin.surely("/create-tag", { name: `Repeated ${unique()}` });
  const { tagid } = tag.body as { tagid?: string };
  if (!tagid) throw new Error(`No tag: ${tag.status}`);
  const changes: Change[] = [];
  const add = (
    [what, path, body]: [string, string, object],
    event: EventKind,
    [rows, value]: [string, string],
    more: Partial<Pick<Change, "method" | "kept">> = {},
  ) => changes.push({ what, path, body, event, rows, value, method: "POST", kept: true, ...more });
  const ofTicket = async (path: string, body: object, event: EventKind, rows: string) => {
    const id = await ticket();
    add([path, `tickets/${id}/${path}`, body], event, [rows, id]);
  };
  const text = stage.say("Your order is on its way");
  const texts =
    "select ticket_id as id from message m where m.ticket_id = $1 and m.is_agent and m.content = ";
  await ofTicket("messages", { text }, "ticket_message", `${texts}'${text}'`);
  await ofTicket(
    "tags",
    { add: [tagid] },
    "ticket_tag",
    "select ticket_id as id from ticket_tag where ticket_id = $1",
  );
  await ofTicket(
    ...(["close", { silently: true }, "ticket_close"] as const),
    "select id from ticket where id = $1 and closed_on is not null",
  );
  await ofTicket(
    ...(["priority", { priority: "high" }, "ticket_priority"] as const),
    "select id from ticket where id = $1 and priority = 'high'",
  );
  await ofTicket(
    ...(["snooze", { until: null }, "ticket_snooze"] as const),
    "select id from ticket where id = $1 and snoozed_on is not null",
  );
  await ofTicket(
    "notes",
    { text: "Paid" },
    "ticket_note",
    "select ticket_id as id from note where ticket_id = $1",
  );
  const client = await made("clients", { name: "Iris", number: unique() });
  add(
    ["a client's change", `clients/${client}`, { number: `K ${client}` }],
    "client_update",
    ["select id from client where id = $1 and account_number is not null", client],
    { method: "PATCH" },
  );
  const [number, name, hook] = [`N ${unique()}`, `Org ${unique()}`, `Hook ${unique()}`];
  add(["a new client", "clients", { name: number, number }], "client_create", [
    "select id from client where account_number = $1",
    number,
  ]);
  add(["a new organisation", "organisations", { name }], "organisation_create", [
    "select id from organisation where name = $1",
    name,
  ]);
  const organisation = await made("organisations", { name: `Old ${unique()}` });
  add(
    ["an organisation's change", `organisations/${organisation}`, { note: "Pays late" }],
    "organisation_update",
    ["select id from organisation where id = $1 and note = 'Pays late'", organisation],
    { method: "PATCH" },
  );
  const webhook = { url: "https://127.0.0.1:1/", types: ["tag_create"] };
  add(["a new webhook", "webhooks", { ...webhook, name: hook }], "webhook_create", [
    "select id from webhook where name = $1",
    hook,
  ]);
  const rotated = await made("webhooks", { ...webhook, name: `Old ${unique()}` });
  add(["a webhook's new secret", `webhooks/${rotated}/rotate`, {}], "webhook_rotate", [
    "select id from webhook where id = $1 and previous_secret is not null",
    rotated,
  ]);
  const handed = randomUUID();
  add(
    ["a message handed in", `channels/${gateway}/messages`, { id: handed, from: { id: handed }, text }],
    "ticket_create",
    ["select ticket_id as id from message where external_id = $1", handed],
    { kept: false },
  );
  return changes;
}

/** The ledger does not know what such a client gets. */
async function ticketOfClient(stage: Stage): Promise<string> {
  const client = await createPlayedClient(stage.simulator, stage.accounts[0].id, { firstName: "Iris" });
  await client.write(stage.say("hello"));
  return stage.ticketOf(client);
}
