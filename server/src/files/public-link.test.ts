import { afterAll, beforeAll, expect, test } from "vitest";
import { form } from "../../../test/world/form.ts";
import { createWorld, type World } from "../../../test/world.ts";
import { publicLink } from "./public-link.ts";
import type { FileRow } from "./view.ts";

let world: World;
let file: FileRow;
beforeAll(async () => {
  world = await createWorld();
  file = await upload("notes (1) №7.txt", "0123456789");
});
afterAll(() => world.close());

async function upload(name: string, content: string | Buffer): Promise<FileRow> {
  const { id: ticketid } = await world.ticket({ handler: "mira" });
  const answer = await world.as("mira").post("/send-file", undefined, form({ ticketid }, { name, content }));
  expect(answer.statusCode, answer.body).toBe(201);
  return world.desk("harbour", ({ db }) =>
    db
      .selectFrom("file")
      .selectAll()
      .orderBy("created_on", "desc")
      .orderBy("id")
      .where("ticket_id", "=", ticketid)
      .executeTakeFirstOrThrow(),
  );
}
const pathOf = (link: string) => link.slice(world.context.config.filesOrigin.length);
const linkOf = (days = 14) => pathOf(publicLink(world.context, file, { days }));
const fetch = (path: string, headers: Record<string, string> = {}) => world.stranger.get(path, { headers });

test("a changed, cut, lengthened or foreign token opens nothing", async () => {
  const path = linkOf();
  const [, , token = "", name = ""] = path.split("/");
  // Every byte is signed: the ids, the variant, the expiry and the signature itself.
  for (let at = 0; at < token.length; at += 1) {
    const changed = token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
    expect((await fetch(`/m/${changed}/${name}`)).statusCode, `character ${at}`).toBe(404);
  }
  for (const other of [token.slice(1), `${token}A`, "", "A".repeat(92), "..%2f..%2f"]) {
    expect((await fetch(`/m/${other}/${name}`)).statusCode, other).toBe(404);
  }
  expect((await fetch(path)).statusCode).toBe(200);
});

test("the address ends with the extension of the content, and needs no encoding", () => {
  expect(linkOf()).toMatch(/^\/m\/[\w-]{92}\/notes-1-7\.txt$/);
  const picture = { ...file, name: "Foto.PNG", media_type: "image/jpeg" };
  expect(publicLink(world.context, picture, { days: 1 })).toMatch(/\/Foto\.jpg$/);
  const nameless = { ...file, name: "отчёт", media_type: "application/octet-stream" };
  expect(publicLink(world.context, nameless, { days: 1 })).toMatch(/\/file\.bin$/);
});

test("anyone with the address gets the file without a session, to be saved and not run", async () => {
  const answer = await fetch(linkOf());
  expect(answer.body).toBe("0123456789");
  expect(answer.headers).toMatchObject({
    "content-type": "text/plain; charset=utf-8",
    "content-length": "10",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "cross-origin",
  });
  expect(answer.headers["content-disposition"]).toMatch(/^attachment/);
  expect(answer.headers["content-security-policy"]).toContain("sandbox");
  expect(answer.headers["set-cookie"]).toBeUndefined();
  const part = await fetch(linkOf(), { range: "bytes=2-4" });
  expect([part.statusCode, part.body]).toEqual([206, "234"]);
});

test("the address expires after its days", async () => {
  const [fortnight, aDay] = [linkOf(14), linkOf(1)];
  world.clock.advance(24 * 3_600_000 + 1000);
  expect((await fetch(aDay)).statusCode).toBe(404);
  world.clock.advance(12 * 24 * 3_600_000);
  expect((await fetch(fortnight)).statusCode).toBe(200);
  world.clock.advance(24 * 3_600_000);
  expect((await fetch(fortnight)).statusCode).toBe(404);
});

test("the address of a removed file leads to nothing", async () => {
  const gone = { ...file, id: crypto.randomUUID() };
  expect((await fetch(pathOf(publicLink(world.context, gone, { days: 1 })))).statusCode).toBe(404);
  const unmade = { ...file, company_id: world.companies.northwind.id };
  expect((await fetch(pathOf(publicLink(world.context, unmade, { days: 1 })))).statusCode).toBe(404);
});

test("one network gets only so many files a minute, and a forged token uses none of them", async () => {
  const path = linkOf();
  const forged = path.replace(/\/m\/.{8}/, "/m/AAAAAAAA");
  await world.context.database.deleteFrom("rate_count").execute();
  for (let count = 0; count < 3; count += 1) await fetch(forged);
  expect(await world.context.database.selectFrom("rate_count").select("count").execute()).toEqual([]);
  await fetch(path);
  await world.context.database.updateTable("rate_count").set({ count: 600 }).execute();
  const refused = await fetch(path);
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  await world.context.database.deleteFrom("rate_count").execute();
});

test("the log contains no working address", () => {
  const path = linkOf();
  world.context.log.warn({ req: { method: "GET", url: path }, path }, `Slow: ${path}`);
  const line = world.logged.at(-1) ?? "";
  expect(line).toContain("/m/[redacted]/notes");
  expect(line).not.toContain(path.split("/")[2]);
});
