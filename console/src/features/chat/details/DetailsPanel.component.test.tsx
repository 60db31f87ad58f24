import type { Field } from "@parley/contract/fields";
import { reasonOf } from "@parley/contract/reasons";
import type { Ticket } from "@parley/contract/tickets";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openTicketsQuery } from "../../../api/queries.ts";
import { agents, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { DetailsPanel } from "./DetailsPanel.tsx";

const mine = ticketOf(agents.mira, { accepted: true, stage: "accepted", userid: agents.mira.id });
const { ticketid, clientid } = mine;
const id = (number: number) => `f0000000-0000-4000-8000-00000000000${number}`;
const field = (number: number, name: string, more: Partial<Field> = {}): Field => ({
  ...{ fieldid: id(number), owner: "ticket", name, type: "text", choices: [], archived_on: null },
  ...more,
});
const red = { choiceid: id(8), name: "Red" };
const order = field(1, "Order");
const fields = [
  order,
  field(2, "Amount", { type: "number" }),
  field(3, "Colour", { type: "choice", choices: [red, { choiceid: id(9), name: "Old", archived: true }] }),
  field(4, "Due", { type: "date" }),
  field(5, "Page", { type: "link" }),
  field(6, "Gone", { archived_on: "2026-01-01T00:00:00.000Z" }),
  field(7, "Paid", { type: "yes_no", owner: "client" }),
];

let network: Network;
beforeEach(() => {
  network = openNetwork({
    "/fields": () => fields,
    "/tags": () => ({ closed: true, tags: [] }),
    [`/${ticketid}/client-details`]: () => ({ clientid }),
    "/ticket/set-field": () => ({ ...mine, fields: { [id(1)]: "HT-1" } }),
    "/client/set-field": () => ({}),
  });
});
const onClose = vi.fn();
function open(ticket: Ticket = mine) {
  const cache = createCache();
  cache.setQueryData(openTicketsQuery.queryKey, [ticket]);
  mount(<DetailsPanel ticket={ticket} onClose={onClose} />, { cache });
  return cache;
}
const input = (name: string) => page.getByLabelText(name, { exact: true });
const sent = () => network.sent("/ticket/set-field");

test("a text is saved on Enter and shows in every list, and Escape leaves it as it was", async () => {
  const cache = open();
  await input("Order").fill("HT-2");
  await userEvent.keyboard("{Escape}");
  await expect.element(input("Order")).toHaveValue("");
  await input("Order").fill("HT-1");
  await userEvent.keyboard("{Enter}");
  await expect.poll(sent).toEqual([{ ticketid, fieldid: id(1), value: "HT-1" }]);
  await expect
    .poll(() => cache.getQueryData(openTicketsQuery.queryKey)?.[0]?.fields)
    .toEqual({ [id(1)]: "HT-1" });
});

test("a number, a date and an emptied text are saved when they are left", async () => {
  open({ ...mine, fields: { [id(1)]: "HT-1" } });
  await input("Amount").fill("12.5");
  await input("Due").fill("2026-03-29");
  await input("Order").fill("");
  await userEvent.tab();
  await expect.poll(sent).toEqual([
    { ticketid, fieldid: id(2), value: 12.5 },
    { ticketid, fieldid: id(4), value: "2026-03-29" },
    { ticketid, fieldid: id(1), value: null },
  ]);
});

test("a choice and a client's yes are chosen from a list, in which an archived choice is missing", async () => {
  open();
  await input("Colour").click();
  await expect.element(page.getByRole("option", { name: "Old" })).not.toBeInTheDocument();
  await page.getByRole("option", { name: "Red" }).click();
  await expect.poll(sent).toEqual([{ ticketid, fieldid: id(3), value: red.choiceid }]);
  await input("Paid").click();
  await page.getByRole("option", { name: "Yes" }).click();
  await expect
    .poll(() => network.sent("/client/set-field"))
    .toEqual([{ clientid, fieldid: id(7), value: true }]);
});

test("a refused link keeps its text, is marked and says why", async () => {
  const why = reasonOf("field_link_wrong", { max: 2_000 });
  network.on("/ticket/set-field", () => refusal(400, "invalid", why));
  open();
  await input("Page").fill("javascript:alert(1)");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(/The field was not changed: .*begins with http/)).toBeVisible();
  await expect.element(input("Page")).toHaveValue("javascript:alert(1)");
  await expect.element(input("Page")).toHaveAttribute("aria-invalid", "true");
});

test("an agent who does not handle the ticket reads its values only, and an archived field shows its value", async () => {
  const ticket = ticketOf(agents.mira, {
    userid: agents.jonas.id,
    fields: { [id(1)]: "HT-1", [id(6)]: "Kept", [id(5)]: "https://example.com/" },
  });
  open(ticket);
  await expect.element(page.getByText("HT-1")).toBeVisible();
  await expect.element(page.getByText("Kept")).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Open Page" }))
    .toHaveAttribute("href", "https://example.com/");
  await expect.element(input("Order")).not.toBeInTheDocument();
  await expect.element(page.getByText("Amount")).not.toBeInTheDocument();
});

test("details that cannot be loaded are asked for again", async () => {
  network.on(`/${ticketid}/client-details`, broken);
  open();
  await expect.element(page.getByRole("alert")).toBeVisible();
  network.on(`/${ticketid}/client-details`, () => ({ clientid, fields: { [id(7)]: false } }));
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(input("Paid")).toMatchTextContent("No");
});

test.each([390, 640])("at %i px nothing in the panel is wider than it", async (width) => {
  await page.viewport(width, 844);
  open();
  await expect.element(input("Order")).toBeVisible();
  const panel = page.getByRole("region", { name: "Details" }).element();
  for (const part of [panel, ...panel.querySelectorAll("div")])
    expect(part.scrollWidth).toBeLessThanOrEqual(part.clientWidth);
});
