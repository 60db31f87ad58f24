import type { Widget, WidgetSettings } from "@parley/contract/widget";
import { afterAll, beforeAll, expect, test } from "vitest";
import { plainWidget } from "../../../../../test/world/changing-calls.ts";
import { createWorld, type World } from "../../../../../test/world.ts";

let world: World;
let made: { channelid: string; key: string; snippet: string; identify_secret: string };
const admin = () => world.as("ingrid");
const path = () => `/channels/${made.channelid}/widget`;
const settings = () => plainWidget as unknown as WidgetSettings;

beforeAll(async () => {
  world = await createWorld();
  const answer = await admin().post("/channels/web/connect", {
    name: "Shop",
    origins: ["https://shop.example"],
    departments: [world.departments.bookings.id],
  });
  expect(answer.statusCode, answer.body).toBe(200);
  made = answer.json();
});
afterAll(() => world.close());

test("an agent and another company's administrator see nothing of a web chat", async () => {
  expect((await world.as("mira").get(path())).statusCode).toBe(403);
  expect((await world.as("freya").get(path())).statusCode).toBe(404);
  expect((await world.as("freya").post(path(), settings())).statusCode).toBe(404);
  expect((await world.as("freya").post(`${path()}-secret`)).statusCode).toBe(404);
});

test("connecting answers key, code and secret; the secret is not answered again", async () => {
  expect(made.key).toMatch(/^wk_[0-9A-Za-z]{22}$/);
  expect(made.snippet).toBe(
    `<script src="${world.context.config.publicUrl}/chat.js" data-key="${made.key}" async></script>`,
  );
  const shown = await admin().get(path());
  const widget: Widget = shown.json();
  expect([widget.key, widget.settings.origins, widget.settings.departments]).toEqual([
    made.key,
    ["https://shop.example"],
    [world.departments.bookings.id],
  ]);
  expect(shown.body).not.toContain(made.identify_secret);
  const rows = await admin().get("/channels");
  expect(rows.json()).toContainEqual(
    expect.objectContaining({ channelid: made.channelid, platform: "web", state: "working" }),
  );
});

test("each connection is a web chat of its own", async () => {
  const second = await admin().post("/channels/web/connect", { name: "Blog" });
  expect(second.json().key).not.toBe(made.key);
  expect(second.json().channelid).not.toBe(made.channelid);
});

test("settings are stored as given, and the audit log says what changed", async () => {
  const texts = { de: undefined, nl: { title: "Hallo", greeting: "Hoe kunnen we helpen?" } };
  const after = { ...settings(), colour: "#ffd400", texts: { nl: texts.nl }, page: true };
  const changed = await admin().post(path(), after);
  expect(changed.json().settings).toEqual(after);
  const log = await admin().get("/admin/audit-log");
  const entry = log.json().find((one: { verb: string }) => one.verb === "channel_update");
  expect(entry.changes.colour).toEqual({ from: "#0b6e75", to: "#ffd400" });
});

test.each([
  ["an origin with a path", { origins: ["https://shop.example/a"] }],
  ["an origin of another scheme", { origins: ["ftp://shop.example"] }],
  ["a wildcard alone", { origins: ["*"] }],
  ["a policy in an origin", { origins: ["https://a.example; script-src *"] }],
  ["a colour that is a name", { colour: "red" }],
  ["a script as privacy terms", { privacy: "javascript:alert(1)" }],
])("the settings refuse %s", async (_case, wrong) => {
  expect((await admin().post(path(), { ...settings(), ...wrong })).statusCode).toBe(400);
});

test("the settings refuse another company's department and mailbox", async () => {
  const foreign = { ...settings(), departments: [world.departments.general.id] };
  expect((await admin().post(path(), foreign)).statusCode).toBe(404);
  const mail = { ...settings(), mail: world.channels.northwind.id };
  expect((await admin().post(path(), mail)).statusCode).toBe(400);
});

test("a new secret replaces the old one", async () => {
  const answer = await admin().post(`${path()}-secret`);
  expect(answer.json().identify_secret).toMatch(/^wi_[\w-]{43}$/);
  expect(answer.json().identify_secret).not.toBe(made.identify_secret);
});

test("text on a colour is black or white, whichever reads better", async () => {
  const { textOn } = await import("./colour.ts");
  expect(["#ffd400", "#0b6e75", "#000000", "#ffffff"].map(textOn)).toEqual([
    "#000000",
    "#ffffff",
    "#ffffff",
    "#000000",
  ]);
});
