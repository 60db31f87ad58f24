/** An empty file of an agent is refused, whatever it is for, and nothing of it stays. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { form } from "../../../test/world/form.ts";
import { connectMailbox } from "../../../test/world/mail-account.ts";
import { openNumbers } from "../../../test/world/numbers.ts";
import type { AgentName } from "../../../test/world/people.ts";
import { createWorld, type World } from "../../../test/world.ts";

let world: World;
let mailTicket: string;
let profileId: string;
beforeAll(async () => {
  world = await createWorld();
  const desk = await connectMailbox(world);
  await desk.receive({});
  mailTicket = await world.desk("harbour", async ({ db }) => {
    const ofMailbox = db.selectFrom("ticket").select("id").where("channel_id", "=", desk.id);
    return (await ofMailbox.executeTakeFirstOrThrow()).id;
  });
  expect((await world.as("mira").post("/acceptTicket", { ticketid: mailTicket })).statusCode).toBe(200);
  profileId = (await openNumbers(world).connect("ingrid")).id;
});
afterAll(() => world.close());

async function kept() {
  const keys: string[] = [];
  for await (const { key } of world.context.files.list(`${world.companies.harbour.id}/`)) keys.push(key);
  return [keys.sort(), await world.desk("harbour", ({ db }) => db.selectFrom("file").select("id").execute())];
}

type Upload = {
  path: string;
  refused: [number, string];
  by?: AgentName;
  field?: string;
  fields(): Promise<Record<string, string>>;
};
const empty: Upload["refused"] = [400, "file_empty"];

test.each<Upload>([
  {
    ...{ path: "/send-file", refused: empty },
    fields: async () => ({ ticketid: (await world.ticket({ handler: "mira" })).id }),
  },
  {
    ...{ path: "/send-private-file", refused: empty },
    fields: async () => ({ receiverid: world.agents.jonas.id }),
  },
  { path: "/mail-files", refused: empty, fields: async () => ({ ticketid: mailTicket }) },
  { path: "/auth/change-profile-pic", refused: [415, "picture_only"], fields: async () => ({}) },
  {
    ...{ path: "/edit-whatsapp-profile", by: "ingrid", field: "profilePicture" },
    refused: [415, "picture_jpeg_or_png"],
    fields: async () => ({ profileId, about: "Help 9-18" }),
  },
])("$path", async ({ path, refused, by = "mira", field, fields }) => {
  const given = await fields();
  const before = await kept();
  const body = form(given, { name: "a.png", content: "", type: "image/png", field });
  const answer = await world.as(by).post(path, undefined, body);
  expect([answer.statusCode, answer.json().reason?.code]).toEqual(refused);
  expect(await kept()).toEqual(before);
});
