import type { MessageTemplate } from "@parley/contract/templates";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { keys } from "../../../api/queries.ts";
import { agents, at, message, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, refusal, Status } from "../../../sample/network.ts";
import type { ChatState } from "../messages/chat-state.ts";
import { TemplateDialog } from "./TemplateDialog.tsx";

const ticket = ticketOf(agents.mira);
const path = `/channels/${ticket.channel.channelid}/templates`;
const send = page.getByRole("button", { name: "Send" });

const template = (facts: Partial<MessageTemplate> = {}): MessageTemplate => ({
  templateid: crypto.randomUUID(),
  title: "Order is ready",
  name: "order_ready",
  language: "en",
  category: "utility",
  status: "approved",
  reason: null,
  components: {
    header: null,
    body: "Hello {{client}}, order {{order}} is ready.",
    footer: "Harbour Travel",
    buttons: [{ type: "quick_reply", text: "Thanks" }],
    variables: [
      { part: "body", name: "client", sample: "Olena" },
      { part: "body", name: "order", sample: "A-7" },
    ],
    other: false,
  },
  created_on: at(0),
  updated_on: at(0),
  ...facts,
});
const plain = (name: string, facts: Partial<MessageTemplate> = {}) =>
  template({
    name,
    title: null,
    components: { ...template().components, body: `Text of ${name}`, variables: [] },
    ...facts,
  });

let templates: MessageTemplate[];
let network: Network;
const onClose = vi.fn();
beforeEach(() => {
  onClose.mockClear();
  templates = [
    template(),
    template({ language: "bg", components: { ...template().components, body: "Поръчка {{order}}." } }),
    plain("paused_one", { status: "paused" }),
    plain("rejected_one", { status: "rejected", reason: { code: "text", facts: { says: "Too vague." } } }),
    plain("with_picture", { components: { ...template().components, other: true } }),
  ];
  network = openNetwork({
    [path]: () => templates,
    "/send-template": ({ body }) => ({
      ...message({ seq: 2, isagent: true, content: "sent" }),
      messageid: (body as { messageid: string }).messageid,
    }),
  });
});

function open(of = ticket) {
  const cache = createCache();
  cache.setQueryData<ChatState>(keys.chat(ticket.ticketid), { messages: [] });
  return mount(<TemplateDialog ticket={of} onClose={onClose} />, { cache });
}
const choose = () => page.getByRole("button", { name: /Order is ready/ }).click();

test("only approved templates can be chosen, and the others say why not", async () => {
  open();
  await expect.element(page.getByRole("button", { name: /Order is ready/ })).toBeEnabled();
  for (const [name, reason] of [
    ["paused_one", "Paused by the provider."],
    ["rejected_one", "Rejected. Too vague."],
    ["with_picture", "It has parts that cannot be filled in here."],
  ]) {
    const row = page.getByRole("button", { name: new RegExp(name ?? "") });
    await expect.element(row).toBeDisabled();
    await expect.element(row).toMatchTextContent(reason ?? "");
  }
});

test("a search reads names, titles and texts", async () => {
  open();
  await page.getByRole("searchbox", { name: "Search templates" }).fill("ПОРЪЧКА");
  await expect.element(page.getByRole("listitem")).toHaveLength(1);
  await page.getByRole("searchbox", { name: "Search templates" }).fill("nothing like it");
  await expect.element(page.getByText("No template matches.")).toBeVisible();
});

test("a client who is known by a number alone is not greeted by it", async () => {
  open({ ...ticket, client_name: "+359 88 123 4567" });
  await choose();
  await expect.element(page.getByLabelText("Client’s name")).toHaveValue("");
});

test("the preview shows the filled variables, and is sent when each has a value", async () => {
  const { cache } = open();
  await choose();
  const preview = page.getByRole("figure", { name: "Preview" });
  await expect.element(preview).toMatchTextContent("Hello Dimitar, order {{order}} is ready.");
  await expect.element(page.getByLabelText("Client’s name")).toHaveValue("Dimitar");
  await expect.element(page.getByLabelText("order")).toHaveAttribute("placeholder", "For example: A-7");
  await expect.element(send).toBeDisabled();
  await page.getByLabelText("order").fill(" A-9 ");
  await expect.element(preview).toMatchTextContent("Hello Dimitar, order A-9 is ready.");
  await send.click();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(network.sent("/send-template")).toEqual([
    {
      ticketid: ticket.ticketid,
      messageid: expect.any(String),
      name: "order_ready",
      language: "en",
      variables: [
        { part: "body", name: "client", value: "Dimitar" },
        { part: "body", name: "order", value: "A-9" },
      ],
    },
  ]);
  const { messages = [] } = cache.getQueryData<ChatState>(keys.chat(ticket.ticketid)) ?? {};
  expect(messages.map(({ content }) => content)).toEqual(["sent"]);
});

test("a template in another language shows another text", async () => {
  open();
  await choose();
  await page.getByRole("combobox", { name: "Language" }).click();
  await page.getByRole("option", { name: "Bulgarian" }).click();
  await expect.element(page.getByRole("figure")).toMatchTextContent("Поръчка {{order}}.");
});

test("a template without an answer is sent again with the same id, one that was refused with a new one", async () => {
  network.on("/send-template", broken);
  open();
  await choose();
  await page.getByLabelText("order").fill("A-9");
  await send.click();
  await expect.element(page.getByRole("alert")).toBeVisible();
  network.on("/send-template", () =>
    refusal(409, "conflict", { code: "template_not_approved", facts: { state: "paused" } }),
  );
  await send.click();
  await expect.element(page.getByText("This template is not approved: its status is paused.")).toBeVisible();
  await send.click();
  await vi.waitFor(() => expect(network.sent("/send-template")).toHaveLength(3));
  const ids = network.sent("/send-template").map((body) => (body as { messageid: string }).messageid);
  expect([ids[0] === ids[1], ids[1] === ids[2]]).toEqual([true, false]);
  expect(onClose).not.toHaveBeenCalled();
});

test("an account without templates says so", async () => {
  templates = [];
  open();
  await expect.element(page.getByText(/There are no templates yet/)).toBeVisible();
});

test("a list that fails to load offers a retry", async () => {
  network.on(path, () => new Status(500));
  open();
  await expect.element(page.getByRole("alert")).toMatchTextContent("The templates could not be loaded.");
  network.on(path, () => templates);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(page.getByRole("button", { name: /Order is ready/ })).toBeVisible();
});
