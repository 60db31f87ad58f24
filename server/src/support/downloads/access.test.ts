/** The callers who may open a stored file. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { AgentName } from "../../../../test/world/people.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { fileLink } from "../../files/links.ts";
import type { Scope } from "../../floor/database/scope.ts";
import { accessFile, accessPublicFile, accessTicketFile, findStored } from "./access.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

type Place = { ticket_id?: string; private_chat_id?: string; storage_key?: string | null };
async function plantFile(place: Place = {}): Promise<string> {
  const id = randomUUID();
  await world.desk("harbour", ({ db, companyId: company_id }) =>
    db
      .insertInto("file")
      .values({ company_id, id, name: "a.txt", state: "ready", size: 1, storage_key: id, ...place })
      .execute(),
  );
  return id;
}

function linkTo(scope: Scope, fileId: string) {
  const { searchParams } = new URL(fileLink(scope, fileId, "original", "a.txt"), "https://desk.example");
  const [expires, signature] = [Number(searchParams.get("expires")), searchParams.get("signature") ?? ""];
  return { fileId, variant: "original" as const, expires, signature };
}
const open = (agent: AgentName, id: string) =>
  world.work(agent, async (scope) => (await accessFile(scope, linkTo(scope, id))).file.id);
const notFound = expect.objectContaining({ status: 404 });

test("a ticket's file is for those who see the ticket, and only with its link", async () => {
  const { id: ticket_id } = await world.ticket();
  const id = await plantFile({ ticket_id });
  expect(await open("mira", id)).toBe(id);
  await expect(open("naledi", id)).rejects.toEqual(notFound);
  const forged = world.work("mira", (scope) => accessFile(scope, { ...linkTo(scope, id), expires: 9e12 }));
  await expect(forged).rejects.toEqual(notFound);
});

test("a file between colleagues is for the two alone", async () => {
  const say = (from: AgentName, to: AgentName) =>
    world
      .as(from)
      .post("/create-private-msg", { receiverid: world.agents[to].id, content: "Hello", type: "text" });
  await say("jonas", "mira");
  const { rows } = await world.context.pool.query("select id from private_chat");
  await say("ingrid", "tomas");
  const id = await plantFile({ private_chat_id: rows[0].id });
  for (const agent of ["mira", "jonas"] as const) expect(await open(agent, id)).toBe(id);
  for (const agent of ["ingrid", "tomas"] as const) await expect(open(agent, id)).rejects.toEqual(notFound);
});

test("a file for a mail that is being written is for its writer alone", async () => {
  const [id, other] = [await plantFile(), await plantFile()];
  await world.desk("harbour", ({ db, companyId: company_id, now: created_on }) =>
    db
      .insertInto("mail_upload")
      .values({
        ...{ company_id, file_id: id, agent_id: world.agents.mira.id, created_on },
        channel_id: world.channels.harbour.id,
      })
      .execute(),
  );
  expect(await open("mira", id)).toBe(id);
  await expect(open("jonas", id)).rejects.toEqual(notFound);
  await expect(open("mira", other)).rejects.toEqual(notFound);
});

test("a file of a department's bubble is for those who see the bubble", async () => {
  const id = await plantFile();
  await world.desk("harbour", async ({ db, companyId: company_id, now }) => {
    const bubble = await db
      .insertInto("shared_bubble")
      .values({
        ...{ company_id, department_id: world.departments.bookings.id, folder: "", name: "Map" },
        ...{ content: "Here", created_on: now, updated_on: now },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("shared_bubble_file")
      .values({ company_id, bubble_id: bubble.id, file_id: id })
      .execute();
  });
  expect(await open("mira", id)).toBe(id);
  await expect(open("naledi", id)).rejects.toEqual(notFound);
});

test("a file that is asked for by its ticket is for those who see that ticket, and one of no ticket for none", async () => {
  const { id: ticket_id } = await world.ticket();
  const [id, loose] = [await plantFile({ ticket_id }), await plantFile()];
  const openByTicket = (agent: AgentName, file: string) =>
    world.work(agent, async (scope) => (await accessTicketFile(scope, file)).file.id);
  expect(await openByTicket("mira", id)).toBe(id);
  await expect(openByTicket("naledi", id)).rejects.toEqual(notFound);
  await expect(openByTicket("mira", loose)).rejects.toEqual(notFound);
});

test("a forged public token is not found, and costs no share of the limit", async () => {
  const limit = vi.fn(async () => undefined);
  await expect(accessPublicFile(world.context, "A".repeat(92), limit)).rejects.toEqual(notFound);
  expect(limit).not.toHaveBeenCalled();
});

test("a file that is not stored is not found, and each is found by its id", async () => {
  const [missing, id] = [await plantFile({ storage_key: null }), await plantFile()];
  const find = (fileId: string) =>
    world.desk(
      "harbour",
      async (scope) => (await findStored(scope, { fileId, variant: "original" })).file.id,
    );
  await expect(find(missing)).rejects.toEqual(notFound);
  await expect(find(randomUUID())).rejects.toEqual(notFound);
  expect(await find(id)).toBe(id);
});
