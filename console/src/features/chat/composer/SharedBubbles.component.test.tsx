import type { BubbleFile, SharedBubble } from "@parley/contract/shared-bubbles";
import type { Ticket } from "@parley/contract/tickets";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { keys } from "../../../api/queries.ts";
import { agents, at, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, Status } from "../../../sample/network.ts";
import { extrasAt } from "../../tickets/sending/extras.ts";
import { Composer } from "./Composer.tsx";

const shared = (facts: Partial<SharedBubble> & { bubbleid: string; name: string }): SharedBubble => ({
  ...{ content: "", departmentid: null, folder: "", language: null, actions: [], files: [], uses: 0 },
  ...{ updated_on: at(1), ...facts },
});
const fileOf = (name: string, path: string | null): BubbleFile => ({
  ...{ fileid: name, name, size: 5, type: "text/plain", path },
});
const greeting = shared({
  bubbleid: "g1",
  name: "Greeting",
  content: "Good day {{client.first_name}}, this is {{agent.first_name}} ({{ticket.id}}).",
  folder: "Basics",
  language: "en",
});
const terms = shared({
  bubbleid: "t1",
  name: "Terms",
  content: "Here they are.",
  files: [fileOf("terms.txt", "/files/terms.txt"), fileOf("prices.txt", "/files/prices.txt")],
});
const settle = shared({
  bubbleid: "m1",
  name: "Settled",
  content: "All done.",
  actions: [
    { kind: "tag", add: ["r1"], remove: [] },
    { kind: "priority", priority: "high" },
    { kind: "close", silently: true },
  ],
});
const quiet = shared({ bubbleid: "m2", name: "Quiet", actions: [{ kind: "snooze", until: "tomorrow" }] });
const unknown = shared({ bubbleid: "u1", name: "Odd", content: "Order {{order.id}}: <b>ready</b>" });

const refused = shared({
  bubbleid: "m3",
  name: "Refused",
  content: "Dear {{client.first_name}}, {{order.id}} is <b>refused</b>.",
  actions: [{ kind: "close", silently: true }],
});

const seats = shared({
  bubbleid: "f1",
  name: "Seats",
  content:
    "{{client.first_name}}: {{client.Seats}}, {{ticket.Class}}, {{ticket.Window}}, {{organisation.Contract}}.",
});
const fieldOf = (fieldid: string, facts: object) => ({
  ...{ fieldid, choices: [], archived_on: null, type: "text", ...facts },
});

const field = page.getByRole("textbox", { name: "Message" });
const send = page.getByRole("button", { name: "Send" });
const option = (name: string) => page.getByRole("option", { name: new RegExp(`^${name}`) });

let network: Network;
let onSend: (text: string, leaves?: string) => void;
let number = 0;
let ticketid = "";

beforeEach(() => {
  onSend = vi.fn();
  network = openNetwork({
    "/drafts": () => [],
    "/save-draft": ({ body }) => ({ ...(body as object), updated_on: at(1) }),
    "/fields": () => [
      fieldOf("k1", { owner: "client", name: "seats", type: "number" }),
      fieldOf("k2", {
        owner: "ticket",
        name: "Class",
        type: "choice",
        choices: [{ choiceid: "c1", name: "First" }],
      }),
      fieldOf("k3", { owner: "ticket", name: "Window", type: "yes_no" }),
      fieldOf("k4", { owner: "organisation", name: "Contract" }),
    ],
    "/bubbles": () => [{ bubbleid: "o1", name: "Grace", content: "My own." }],
    "/shared-bubbles": ({ path }) => {
      const phrase = new URL(path, location.href).searchParams.get("phrase") ?? "";
      const bubbles = [greeting, terms, settle, quiet, unknown, refused, seats].filter(({ name }) =>
        name.toLowerCase().includes(phrase.toLowerCase()),
      );
      return { bubbles, total: bubbles.length, language: "en" };
    },
    "/shared-bubbles/folders": () => [{ folder: "Basics", bubbles: 1 }],
    "/count-bubble-use": () => ({}),
    "/tags": () => ({
      closed: false,
      tags: [{ tagid: "r1", name: "Refund", colour: "red", archived_on: null }],
    }),
    "/files/terms.txt": () => "terms",
    "/files/prices.txt": () => new Status(404),
  });
});

function mountComposer(clientName = "Olena Koval", more: Partial<Ticket> = {}) {
  number += 1;
  ticketid = `71000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
  const cache = createCache();
  cache.setQueryData(keys.drafts, []);
  const facts = { ticketid, userid: agents.mira.id, accepted: true, client_name: clientName, ...more };
  return mount(
    <Composer
      ticket={ticketOf(agents.mira, facts)}
      longest={4096}
      replyTo={null}
      focused={false}
      onCancelReply={() => undefined}
      onFile={() => undefined}
      onSend={(...sent) => onSend(...sent)}
    />,
    { cache },
  );
}

async function choose(phrase: string, name: string) {
  await userEvent.keyboard(`/${phrase}`);
  await expect.element(option(name)).toBeVisible();
  await userEvent.keyboard("{Enter}");
}

test("a slash at a word's start offers own and shared bubbles, and the keys insert one with its variables filled in", async () => {
  mountComposer();
  await field.click();
  await userEvent.keyboard("Hello! /gr");
  await expect.element(option("Greeting")).toBeVisible();
  await expect.element(option("Grace")).toBeVisible();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  const text = `Hello! Good day Olena, this is Mira (${ticketid.slice(0, 8)}).`;
  await expect.element(field).toHaveValue(text);
  await expect.poll(() => network.sent("/count-bubble-use")).toEqual([{ bubbleid: "g1" }]);
  await userEvent.keyboard("{Enter}");
  expect(onSend).toHaveBeenCalledExactlyOnceWith(text);
});

test("a slash within a word offers nothing", async () => {
  mountComposer();
  await field.click();
  await userEvent.keyboard("and/or");
  await expect.element(page.getByRole("listbox")).not.toBeInTheDocument();
});

test("a variable without a value is marked, and the text is sent only once the agent has been asked", async () => {
  mountComposer("Visitor 1234");
  await field.click();
  await choose("greet", "Greeting");
  const left = page.getByRole("region", { name: "Variables without a value" });
  await expect.element(left.getByText("has no value here")).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("button", { name: "Send anyway" })).toBeVisible();
  expect(onSend).not.toHaveBeenCalled();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(field).toHaveFocus();
  const area = field.element() as HTMLTextAreaElement;
  expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe("{{client.first_name}}");
  await userEvent.keyboard("there");
  await expect.element(left).not.toBeInTheDocument();
  await userEvent.keyboard("{Enter}");
  expect(onSend).toHaveBeenCalledOnce();
});

test("a text with an empty variable that is to leave later is asked about, and keeps its time", async () => {
  mountComposer("Visitor 1234");
  network.on(`/${ticketid}/outgoing`, () => ({ outgoing: [], opening: null, time_zone: "UTC" }));
  await field.click();
  await choose("greet", "Greeting");
  const text = (field.element() as HTMLTextAreaElement).value;
  await page.getByRole("button", { name: "Send later…" }).click();
  await page.getByRole("button", { name: "In one hour" }).click();
  await expect.element(page.getByRole("button", { name: "Send anyway" })).toBeVisible();
  expect(onSend).not.toHaveBeenCalled();
  await page.getByRole("button", { name: "Send anyway" }).click();
  expect(onSend).toHaveBeenCalledExactlyOnceWith(text, "hour");
});

test("a macro whose text has an empty or unknown variable, or markup, is asked about and sends it as text", async () => {
  mountComposer("Visitor 1234");
  await field.click();
  await choose("refus", "Refused");
  const text = "Dear {{client.first_name}}, {{order.id}} is <b>refused</b>.";
  await expect.element(field).toHaveValue(text);
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("has no value here")).toBeVisible();
  await expect.element(page.getByText("is no variable")).toBeVisible();
  expect(onSend).not.toHaveBeenCalled();
  expect(extrasAt(ticketid).macro).toMatchObject({ bubbleid: "m3" });
  await userEvent.keyboard("{Enter}");
  expect(onSend).toHaveBeenCalledExactlyOnceWith(text);
});

test("the values of fields are filled in, as a line shows them, and one without a value is asked about", async () => {
  mountComposer("Olena Koval", { fields: { k2: "c1", k3: true }, client_fields: { k1: 2 } });
  await field.click();
  await choose("seat", "Seats");
  const text = "Olena: 2, First, Yes, {{organisation.Contract}}.";
  await expect.element(field).toHaveValue(text);
  await expect.element(page.getByText("has no value here")).toBeVisible();
  await userEvent.keyboard("{Enter}");
  expect(onSend).not.toHaveBeenCalled();
});

test("a field's variable stays, and is asked about, where the fields cannot be read", async () => {
  network.on("/fields", broken);
  mountComposer("Olena Koval", { client_fields: { k1: 2 } });
  await field.click();
  await choose("seat", "Seats");
  await expect.element(field).toHaveValue(seats.content.replace("{{client.first_name}}", "Olena"));
  await userEvent.keyboard("{Enter}");
  expect(onSend).not.toHaveBeenCalled();
});

test("an unknown variable is asked about, a second Enter sends it, and markup is text", async () => {
  mountComposer();
  await field.click();
  await choose("odd", "Odd");
  await expect.element(page.getByText("is no variable")).toBeVisible();
  await userEvent.keyboard("{Enter}");
  expect(onSend).not.toHaveBeenCalled();
  await userEvent.keyboard("{Enter}");
  expect(onSend).toHaveBeenCalledExactlyOnceWith("Order {{order.id}}: <b>ready</b>");
});

test("a variable that the agent wrote by hand is asked about, too", async () => {
  mountComposer();
  await field.fill("Dear {{name}}");
  await send.click();
  expect(onSend).not.toHaveBeenCalled();
  await page.getByRole("button", { name: "Send anyway" }).click();
  expect(onSend).toHaveBeenCalledExactlyOnceWith("Dear {{name}}");
});

test("a client's name that holds braces or markup is inserted as it is, and its braces are asked about", async () => {
  mountComposer("<i>{{agent.first_name}}</i>");
  await field.click();
  await choose("greet", "Greeting");
  await expect
    .element(field)
    .toHaveValue(`Good day <i>{{agent.first_name}}</i>, this is Mira (${ticketid.slice(0, 8)}).`);
  await userEvent.keyboard("{Enter}");
  expect(onSend).not.toHaveBeenCalled();
});

test("the files of a bubble come along, and one that was deleted says so while the text stays", async () => {
  mountComposer();
  await field.click();
  await choose("terms", "Terms");
  await expect.element(field).toHaveValue("Here they are.");
  await expect.element(page.getByText("It was deleted from the bubble. The text stays.")).toBeVisible();
  await expect
    .poll(() => extrasAt(ticketid).files.map(({ name, state }) => [name, state]))
    .toEqual([
      ["terms.txt", "ready"],
      ["prices.txt", "gone"],
    ]);
  await page.getByRole("button", { name: "Remove prices.txt" }).click();
  await send.click();
  expect(onSend).toHaveBeenCalledExactlyOnceWith("Here they are.");
});

test("a macro shows what it will do, and can be put away", async () => {
  mountComposer();
  await field.click();
  await choose("settl", "Settled");
  const preview = page.getByRole("region", { name: "What Settled does" });
  await expect.element(preview).toMatchTextContent(/add Refund.*close silently/);
  expect(extrasAt(ticketid).macro).toMatchObject({ bubbleid: "m1" });
  expect(network.sent("/count-bubble-use")).toEqual([]);
  await page.getByRole("button", { name: "Do not run Settled" }).click();
  await expect.element(preview).not.toBeInTheDocument();
  await expect.element(field).toHaveValue("All done.");
});

test("a macro without a text runs with one key", async () => {
  mountComposer();
  await field.click();
  await choose("quiet", "Quiet");
  await expect.element(page.getByRole("button", { name: "Run" })).toBeVisible();
  await userEvent.keyboard("{Enter}");
  expect(onSend).toHaveBeenCalledExactlyOnceWith("");
});

test("the panel offers own and shared bubbles by folder", async () => {
  mountComposer();
  await page.getByRole("button", { name: "Insert a bubble" }).click();
  await expect.element(option("Grace")).toBeVisible();
  await expect.element(option("Terms")).toBeVisible();
  await page.getByRole("combobox", { name: "Folder" }).click();
  await page.getByRole("option", { name: "Basics (1)" }).click();
  await expect.element(option("Grace")).not.toBeInTheDocument();
  await expect.poll(() => network.calls.some(({ path }) => path.includes("folder=Basics"))).toBe(true);
});
