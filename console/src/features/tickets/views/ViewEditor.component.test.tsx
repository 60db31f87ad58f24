import type { View } from "@parley/contract/views";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { keys, openTicketsQuery } from "../../../api/queries.ts";
import { loadTexts } from "../../../i18n/index.ts";
import { agents, departments, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork } from "../../../sample/network.ts";
import { shownViews } from "./shown-views.ts";
import { ViewEditor } from "./ViewEditor.tsx";

const tag = {
  tagid: "e0000000-0000-4000-8000-000000000001",
  name: "Refund",
  colour: "red",
  archived_on: null,
};
const view: View = {
  viewid: "f0000000-0000-4000-8000-000000000001",
  name: "Refunds",
  condition: { any: [{ field: "tags", operator: "one_of", value: [tag.tagid] }] },
  sort: "waiting",
  audience: "own",
  departmentid: null,
  maker: { userid: agents.mira.id, name: "Mira Halvorsen", left: false },
  may_change: true,
  refers: [{ id: tag.tagid, name: "Refund", gone: false }],
};

let network: Network;
beforeEach(async () => {
  await loadTexts("views", "organisations", "reasons");
  network = openNetwork({
    "/tags": () => ({ closed: false, tags: [tag] }),
    "/colleagues": () => [],
    "/fields": () => made,
    "/departments": () => Object.values(departments),
    "/create-view": () => view,
    "/update-view": () => view,
    "/delete-view": () => ({}),
    "/order-views": () => ({}),
  });
});

function open(edited: View | null, viewer = agents.mira) {
  const cache = createCache();
  const list = { views: edited ? [edited] : [], order: [], time_zone: "UTC" };
  cache.setQueryData(keys.views, list);
  cache.setQueryData(keys.colleagues, []);
  cache.setQueryData(keys.departments, Object.values(departments));
  cache.setQueryData(openTicketsQuery.queryKey, [
    ticketOf(agents.mira, { userid: agents.mira.id }),
    ticketOf(agents.mira, { ticketid: crypto.randomUUID() }),
  ]);
  const [onClose, onSaved] = [vi.fn(), vi.fn()];
  mount(<ViewEditor view={edited} views={shownViews(list)} onClose={onClose} onSaved={onSaved} />, {
    cache,
    viewer,
  });
  return { onClose, onSaved };
}

async function choose(label: string, option: string) {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

test("a new view is written by keyboard, counted at once and saved", async () => {
  const { onSaved } = open(null);
  await expect.element(page.getByRole("status")).toMatchTextContent("1 open ticket now");
  await page.getByRole("textbox", { name: "Name" }).click();
  await userEvent.keyboard("Nobody's");
  await page.getByRole("combobox", { name: "Value" }).click();
  // The list takes no key before it has the focus, which it takes after it is drawn.
  await expect.element(page.getByRole("option", { name: "me", exact: true })).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.element(page.getByRole("combobox", { name: "Value" })).toMatchTextContent("nobody");
  await expect.element(page.getByRole("status")).toMatchTextContent("1 open ticket now");
  await page.getByRole("button", { name: "Save" }).click();
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledWith(view.viewid));
  expect(network.sent("/create-view")).toEqual([
    {
      name: "Nobody's",
      condition: { all: [{ field: "handler", operator: "is", value: "nobody" }] },
      ...{ sort: "activity", audience: "own", departmentid: null },
    },
  ]);
});

test("a condition without a value cannot be saved, and says so", async () => {
  open(view);
  await page.getByRole("button", { name: "Condition", exact: true }).click();
  const fields = page.getByRole("combobox", { name: "What is asked" });
  await fields.nth(1).click();
  await page.getByRole("option", { name: "Subject" }).click();
  await expect.element(page.getByRole("status")).toMatchTextContent("A condition has no value yet.");
  await expect.element(page.getByRole("button", { name: "Save" })).toBeDisabled();
  await page.getByRole("textbox", { name: "Value" }).fill("invoice");
  await page.getByRole("button", { name: "Save" }).click();
  await vi.waitFor(() => expect(network.sent("/update-view")).toHaveLength(1));
  expect(network.sent("/update-view")).toMatchObject([
    { condition: { any: [{ field: "tags" }, { field: "subject", operator: "contains", value: "invoice" }] } },
  ]);
});

test("a leaf whose tag was deleted is marked with its name", async () => {
  const gone = "e0000000-0000-4000-8000-000000000009";
  const condition = { all: [{ field: "tags", operator: "one_of" as const, value: [gone] }] };
  open({ ...view, condition, refers: [{ id: gone, name: "Late", gone: true }] });
  await expect.element(page.getByText("It was deleted: this condition finds no ticket.")).toBeVisible();
  await expect.element(page.getByRole("combobox", { name: "Value" })).toMatchTextContent("Late");
});

const field = (at: number, facts: object) => ({
  fieldid: `f0000000-0000-4000-8000-00000000000${at}`,
  ...{ owner: "ticket", type: "text", choices: [], archived_on: null, ...facts },
});
const made = [
  field(1, { name: "Contract until", type: "date", owner: "client" }),
  field(2, { name: "Plan", type: "choice", choices: [{ choiceid: tag.tagid, name: "Gold" }] }),
  field(3, { name: "Amount", type: "number" }),
];

test("the company's fields are asked for like the desk's own", async () => {
  open(view);
  await choose("What is asked", "Client: Contract until");
  await expect.element(page.getByRole("combobox", { name: "Day" })).toMatchTextContent("today");
  await choose("How it is compared", "before");
  await page.getByRole("button", { name: "Condition", exact: true }).click();
  await page.getByRole("combobox", { name: "What is asked" }).nth(1).click();
  await page.getByRole("option", { name: "Plan" }).click();
  await choose("Value", "Gold");
  await page.getByRole("button", { name: "Condition", exact: true }).click();
  await page.getByRole("combobox", { name: "What is asked" }).nth(2).click();
  await page.getByRole("option", { name: "Amount" }).click();
  await page.getByRole("spinbutton", { name: "Value" }).fill("12.5");
  await page.getByRole("button", { name: "Save" }).click();
  await vi.waitFor(() => expect(network.sent("/update-view")).toHaveLength(1));
  const [until, plan, amount] = made.map(({ fieldid }) => fieldid);
  expect(network.sent("/update-view")).toMatchObject([
    {
      condition: {
        any: [
          { field: `client.date.${until}`, operator: "before", value: "today" },
          { field: `ticket.choice.${plan}`, operator: "is", value: tag.tagid },
          { field: `ticket.number.${amount}`, operator: "is", value: 12.5 },
        ],
      },
    },
  ]);
});

test("an organisation is searched for, named beside others and removed again", async () => {
  const [pier, quay] = ["Pier Foods", "Quay Lines"].map((name, at) => ({
    ...{ organisationid: `b0000000-0000-4000-8000-00000000000${at}`, name, domains: [], clients: 1 },
    created_on: "2026-01-01T00:00:00.000Z",
  }));
  network.on("/organisations", () => ({ organisations: [pier, quay], total: 2 }));
  network.on(`/organisations/${pier?.organisationid}`, () => ({ ...pier, note: null }));
  network.on(`/organisations/${quay?.organisationid}`, () => ({ ...quay, note: null }));
  open(view);
  await choose("What is asked", "Client’s organisation");
  await choose("How it is compared", "is one of");
  for (const name of ["Pier Foods", "Quay Lines"]) {
    await page.getByRole("button", { name: "Choose …" }).click();
    await page.getByRole("button", { name }).click();
  }
  await page.getByRole("button", { name: "Remove Pier Foods" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await vi.waitFor(() => expect(network.sent("/update-view")).toHaveLength(1));
  expect(network.sent("/update-view")).toMatchObject([
    { condition: { any: [{ field: "organisation", operator: "one_of", value: [quay?.organisationid] }] } },
  ]);
});

test("a leaf whose field was deleted is marked with its name, and can be saved when it is removed", async () => {
  const gone = "f0000000-0000-4000-8000-000000000009";
  const condition: View["condition"] = {
    any: [
      { field: `ticket.text.${gone}`, operator: "contains", value: "HT" },
      { field: "failed", operator: "is", value: true },
    ],
  };
  open({ ...view, condition, refers: [{ id: gone, name: "Contract", gone: true }] });
  await expect.element(page.getByText("It was deleted: this condition finds no ticket.")).toBeVisible();
  await expect
    .element(page.getByRole("combobox", { name: "What is asked" }).first())
    .toMatchTextContent("Contract (gone)");
  await page.getByRole("button", { name: "Remove this condition" }).first().click();
  await page.getByRole("button", { name: "Save" }).click();
  await vi.waitFor(() => expect(network.sent("/update-view")).toHaveLength(1));
  expect(network.sent("/update-view")).toMatchObject([{ condition: { any: [{ field: "failed" }] } }]);
});

test("agents share no view; administrators choose departments and the company", async () => {
  open(null);
  await expect.element(page.getByRole("combobox", { name: "For", exact: true })).not.toBeInTheDocument();
  open(null, agents.ingrid);
  await choose("For", "Department Refunds");
  await expect
    .element(page.getByRole("combobox", { name: "For", exact: true }))
    .toMatchTextContent("Department Refunds");
});

test("views are put in another order by their buttons", async () => {
  open(view);
  await page.getByText("Order of the views").click();
  await page.getByRole("button", { name: "Move Refunds up" }).click();
  await vi.waitFor(() => expect(network.sent("/order-views")).toHaveLength(1));
  const [sent] = network.sent("/order-views") as { keys: string[] }[];
  expect(sent?.keys.slice(-2)).toEqual([view.viewid, "failed"]);
});

test("a group holds conditions of its own", async () => {
  open(view);
  await page.getByRole("button", { name: "Group" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await vi.waitFor(() => expect(network.sent("/update-view")).toHaveLength(1));
  expect(network.sent("/update-view")).toMatchObject([
    { condition: { any: [{ field: "tags" }, { any: [{ field: "handler", value: "me" }] }] } },
  ]);
});
