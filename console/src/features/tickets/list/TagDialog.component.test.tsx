import { reasonOf } from "@parley/contract/reasons";
import type { TagColour } from "@parley/contract/tag-colours";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openTicketsQuery } from "../../../api/queries.ts";
import { agents, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, refusal } from "../../../sample/network.ts";
import { TagDialog } from "./TagDialog.tsx";

const ticket = ticketOf(agents.mira, { accepted: true, stage: "accepted", userid: agents.mira.id });
const { ticketid } = ticket;
const tag = (number: number, name: string, more: object = {}) => ({
  tagid: `90000000-0000-4000-8000-00000000000${number}`,
  name,
  colour: "red" as TagColour,
  archived_on: null,
  ...more,
});
const [invoice, late, refund] = [tag(1, "Invoice"), tag(2, "Late"), tag(3, "Réfund")];

let network: Network;
let closed = false;
let tags = [invoice, late, refund];
const onClose = vi.fn();
beforeEach(() => {
  onClose.mockClear();
  closed = false;
  tags = [invoice, late, refund];
  network = openNetwork({
    "/tags": () => ({ closed, tags }),
    "/ticket/change-tags": () => ({ ...ticket, tags: [late.tagid] }),
  });
});

function open(shown = ticket) {
  const cache = createCache();
  cache.setQueryData(openTicketsQuery.queryKey, [shown]);
  mount(<TagDialog ticket={shown} onClose={onClose} />, { cache });
  return cache;
}
const field = page.getByRole("combobox");
const sent = () => network.sent("/ticket/change-tags");

test("arrows and Enter choose a tag, which the ticket has at once in every list", async () => {
  const cache = open();
  await expect.element(page.getByRole("option", { name: "Late" })).toBeVisible();
  await field.click();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.poll(sent).toEqual([{ ticketid, add: [late.tagid] }]);
  await expect.poll(() => cache.getQueryData(openTicketsQuery.queryKey)?.[0]?.tags).toEqual([late.tagid]);
});

test("a tag that the ticket has is marked, and is removed", async () => {
  open({ ...ticket, tags: [refund.tagid] });
  await expect.element(page.getByRole("option", { name: "Réfund", selected: true })).toBeVisible();
  await page.getByRole("option", { name: "Réfund" }).click();
  await expect.poll(sent).toEqual([{ ticketid, remove: [refund.tagid] }]);
});

test("typing narrows the list without case and accents, and a new name makes a tag for the ticket", async () => {
  const made = tag(4, "VIP");
  network.on("/create-tag", () => {
    tags = [...tags, made];
    return made;
  });
  open();
  await field.fill("REF");
  await expect.poll(() => page.getByRole("option").elements().length).toBe(2);
  await field.fill("refund");
  await expect.poll(() => page.getByRole("option").elements().length).toBe(1);
  await field.fill(" VIP ");
  await expect.element(page.getByRole("option", { name: "Make the tag “VIP”" })).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.poll(sent).toEqual([{ ticketid, add: [made.tagid] }]);
  expect(network.sent("/create-tag")).toMatchObject([{ name: "VIP" }]);
});

test("an agent makes no tag while the list is closed, and an archived tag is not offered", async () => {
  closed = true;
  tags = [invoice, tag(2, "Late", { archived_on: "2026-01-01T00:00:00.000Z" })];
  open();
  await expect.element(page.getByRole("option", { name: "Invoice" })).toBeVisible();
  expect(page.getByRole("option").elements()).toHaveLength(1);
  await field.fill("Late");
  await expect.element(page.getByText("No tag has this name")).toBeVisible();
});

test("a refusal is said with its reason", async () => {
  network.on("/ticket/change-tags", () =>
    refusal(409, "conflict", reasonOf("ticket_tags_full", { max: 20 })),
  );
  open();
  await page.getByRole("option", { name: "Late" }).click();
  await expect
    .element(page.getByText("The tags were not changed: A ticket has at most 20 tags."))
    .toBeVisible();
});

test("tags that cannot be loaded are asked for again", async () => {
  network.on("/tags", broken);
  open();
  await expect.element(page.getByText("The tags could not be loaded")).toBeVisible();
  network.on("/tags", () => ({ closed, tags }));
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(page.getByRole("option", { name: "Late" })).toBeVisible();
});

const many = Array.from({ length: 200 }, (_, at) => ({
  ...tag(0, `Tag ${String(at).padStart(3, "0")}`),
  tagid: `91000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
}));
const longest = tag(9, "W".repeat(40));
const rows = () => page.getByRole("option").elements();

test("the tags of a ticket stand first among 200, and keep their place while others are chosen", async () => {
  tags = [...many, longest];
  open({ ...ticket, tags: [many[150]?.tagid, longest.tagid] as string[] });
  await expect.poll(() => rows().length).toBe(201);
  const texts = () => rows().map((row) => row.textContent);
  const before = texts();
  expect(before.slice(0, 3)).toEqual(["Tag 150", longest.name, "Tag 000"]);
  await page.getByRole("option", { name: "Tag 003" }).click();
  await expect.poll(sent).toEqual([{ ticketid, add: [many[3]?.tagid] }]);
  expect(texts()).toEqual(before);
});

test("the last of 200 tags comes into sight by one key, and three letters find it", async () => {
  tags = many;
  open();
  await expect.poll(() => rows().length).toBe(200);
  await field.click();
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(page.getByRole("option", { name: "Tag 199" })).toBeInViewport();
  expect(field.element().getAttribute("aria-activedescendant")).toBe(rows().at(-1)?.id);
  await field.fill("199");
  await expect.poll(() => rows().map((row) => row.textContent)).toEqual(["Tag 199", "Make the tag “199”"]);
  await userEvent.keyboard("{Enter}");
  await expect.poll(sent).toEqual([{ ticketid, add: [many[199]?.tagid] }]);
});

test.each([1440, 390])("200 tags show their whole names at %s px", async (width) => {
  await page.viewport(width, 844);
  tags = [...many, longest];
  open({ ...ticket, tags: [longest.tagid] });
  await expect.element(page.getByRole("option", { name: longest.name })).toBeInViewport();
  const cut = rows()
    .flatMap((row) => [row, ...row.querySelectorAll<HTMLElement>("*")])
    .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0);
  expect(cut).toEqual([]);
  const list = page.getByRole("listbox").element();
  expect([list.scrollWidth, list.scrollHeight > list.clientHeight]).toEqual([list.clientWidth, true]);
});
