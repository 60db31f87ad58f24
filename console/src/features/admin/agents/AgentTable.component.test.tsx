import type { AgentRow } from "@parley/contract/agents";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { agentRow, agents } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, Status } from "../../../sample/network.ts";
import { apply } from "../../people/colleagues/agent-list.ts";
import { AgentsPage } from "./AgentsPage.tsx";

const ingrid = agentRow("Ingrid Solheim", { userid: agents.ingrid.id, role: "admin", status: "online" });
const emre = agentRow("Emre Yildiz", { department_name: "Groups", status: "online" });
const naledi = agentRow("Naledi Mokoena", { department_name: "Refunds" });
const jonas = agentRow("Jonas Weber");
const aino = agentRow("Aino Virtanen", { department_name: "Refunds", status: "online" });
const everyone = [ingrid, emre, naledi, jonas, aino];

const rows = page.getByRole("row");
const shown = () =>
  rows
    .elements()
    .slice(1)
    .map((row) => /Ingrid|Emre|Naledi|Jonas|Aino|Agent\d+/.exec(row.textContent ?? "")?.[0]);
const head = (name: string) => page.getByRole("columnheader", { name });
const sortBy = (name: string) => page.getByRole("button", { name, exact: true });

async function choose(list: string, option: string) {
  await page.getByRole("combobox", { name: list }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

let network: Network;
/** The agents of the company at the server. */
let company: AgentRow[];
beforeEach(() => {
  company = everyone;
  network = openNetwork({
    "/admin/get-all-agents": ({ path }) => pageFor(new URL(path, location.href).searchParams),
    "/admin/invitations": () => [],
    "/auth/get-departments": () =>
      ["Bookings", "Groups", "Refunds"].map((name) => ({ departmentid: name, department_name: name })),
    "/auth/set-admin": ({ body }) => agentOf(body, { role: "admin" }),
    "/auth/delete-agent": ({ body }) =>
      agentOf(body, { closed_on: "2026-11-21T09:00:00.000Z", released_tickets: 2 }),
    "/auth/hand-over": () => ({ moved: 2, left: false }),
  });
});

/** The calls for a page of agents, except the first. */
const asked = () =>
  network.calls.flatMap(({ path }) =>
    path.startsWith("/admin/get-all-agents?")
      ? [Object.fromEntries(new URLSearchParams(path.split("?")[1]))]
      : [],
  );

function pageFor(query: URLSearchParams) {
  const sort = (query.get("sort") ?? "").split(",").filter(Boolean);
  const keyOf = (row: AgentRow) =>
    sort.map((column) => (column === "name" ? row.first_name : row.department_name)).join();
  const found = company
    .filter(
      (row) =>
        `${row.first_name} ${row.last_name}`
          .toLowerCase()
          .includes((query.get("search") ?? "").toLowerCase()) &&
        (query.get("department_name") ?? row.department_name) === row.department_name &&
        (query.get("status") ?? row.status) === row.status,
    )
    .sort((a, b) => keyOf(a).localeCompare(keyOf(b)));
  const offset = Number(query.get("offset"));
  return {
    agents: found.slice(offset, offset + Number(query.get("limit"))),
    onlineAgents: company.filter(({ status }) => status === "online").length,
    totalAgents: company.length,
    foundAgents: found.length,
  };
}

const agentOf = (body: unknown, change: object) => ({
  ...everyone.find(({ userid }) => userid === (body as { userid: string }).userid),
  ...change,
});

function mountTable(agentsShown = everyone, path = "/") {
  company = agentsShown;
  return mount(<AgentsPage />, { cache: createCache(), path, viewer: agents.ingrid });
}

test("a click on a title sorts by it, and a click with Shift adds a second column", async () => {
  mountTable();
  await sortBy("Department").click();
  await expect.element(head("Department")).toHaveAttribute("aria-sort", "ascending");
  await userEvent.keyboard("{Shift>}");
  await sortBy("Name").click();
  await userEvent.keyboard("{/Shift}");
  await expect.element(head("Department")).toHaveAttribute("aria-sort", "ascending");
  await expect.element(head("Name")).toHaveAttribute("aria-sort", "ascending");
  await expect.poll(shown).toEqual(["Ingrid", "Jonas", "Emre", "Aino", "Naledi"]);
});

test("the table is filtered by department, by status and by any word, and says when no agent matches", async () => {
  mountTable();
  await choose("Department", "Refunds");
  await expect.poll(() => shown().toSorted()).toEqual(["Aino", "Naledi"]);
  await choose("Status", "online");
  await expect.poll(shown).toEqual(["Aino"]);
  await choose("Department", "All departments");
  await choose("Status", "Online and offline");
  const filter = page.getByRole("searchbox", { name: "Filter agents" });
  await filter.fill("weber");
  await expect.poll(shown).toEqual(["Jonas"]);
  await filter.fill("nobody");
  await expect.poll(shown).toEqual([]);
});

test("the menu hides and shows a column", async () => {
  mountTable();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Email" }).click();
  await userEvent.keyboard("{Escape}");
  await expect.element(head("Email")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Email" }).click();
  await userEvent.keyboard("{Escape}");
  await expect.element(head("Email")).toBeInTheDocument();
});

test("the agent's own switches are disabled", async () => {
  mountTable();
  await expect
    .element(page.getByRole("switch", { name: /^Ingrid Solheim is an administrator/ }))
    .toBeDisabled();
  await expect.element(page.getByRole("switch", { name: /^Ingrid Solheim is disabled/ })).toBeDisabled();
  await expect.element(page.getByRole("switch", { name: "Jonas Weber is disabled" })).toBeEnabled();
});

test("a switch that is refused says why", async () => {
  network.on("/auth/delete-agent", () => new Status(409, { code: "last_admin", message: "Not now." }));
  mountTable();
  const disabled = page.getByRole("switch", { name: "Jonas Weber is disabled" });
  await disabled.click();
  await expect.element(page.getByText(/was not changed: Not now\./)).toBeVisible();
  await expect.element(disabled).not.toBeChecked();
});

test("all selected agents are changed with one button, and the viewer cannot be selected", async () => {
  mountTable();
  await expect.element(page.getByRole("checkbox", { name: "Select Ingrid Solheim" })).toBeDisabled();
  for (const name of ["Jonas Weber", "Emre Yildiz"]) {
    await page.getByRole("checkbox", { name: `Select ${name}` }).click();
  }
  await page.getByRole("toolbar").getByRole("button", { name: "Disable" }).click();
  await expect
    .poll(() =>
      network
        .sent("/auth/delete-agent")
        .map((body) => (body as { userid: string }).userid)
        .toSorted(),
    )
    .toEqual(["emre", "jonas"]);
});

test("a page has ten, and a filter leads back to the first", async () => {
  const many = Array.from({ length: 23 }, (_, index) => agentRow(`Agent${index} Example`));
  mountTable(many);
  await expect.poll(() => shown().length).toBe(10);
  await page.getByRole("button", { name: "Next page" }).click();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect.poll(() => shown().length).toBe(3);
  await expect.element(page.getByRole("button", { name: "Next page" })).toBeDisabled();
  await page.getByRole("searchbox", { name: "Filter agents" }).fill("Agent2");
  await expect.poll(() => shown().length).toBe(4);
  await choose("Rows per page", "20");
  await page.getByRole("searchbox", { name: "Filter agents" }).fill("");
  await expect.poll(() => shown().length).toBe(20);
});

test("the server pages: of thousands one page is fetched, with totals, and an agent of any page is found", async () => {
  const many = Array.from({ length: 2_503 }, (_, index) =>
    agentRow(`Agent${index} Example`, { status: index < 3 ? "online" : "offline" }),
  );
  mountTable(many);
  await expect.element(page.getByText("Page 1 of 251")).toBeVisible();
  await expect.element(page.getByText("2,503", { exact: true })).toBeVisible();
  expect(asked()).toEqual([{ offset: "0", limit: "10" }]);
  await page.getByRole("searchbox", { name: "Filter agents" }).fill("Agent2502");
  await expect.poll(shown).toEqual(["Agent2502"]);
  expect(asked().slice(1)).toEqual([{ search: "Agent2502", offset: "0", limit: "10" }]);
});

test("agents selected on two pages are disabled together with one button", async () => {
  mountTable(Array.from({ length: 12 }, (_, index) => agentRow(`Agent${index} Example`)));
  await page.getByRole("checkbox", { name: "Select Agent3 Example" }).click();
  await page.getByRole("button", { name: "Next page" }).click();
  await page.getByRole("checkbox", { name: "Select Agent11 Example" }).click();
  await expect.element(page.getByRole("toolbar")).toMatchTextContent("2 selected");
  await page.getByRole("toolbar").getByRole("button", { name: "Disable" }).click();
  await expect.poll(() => network.sent("/auth/delete-agent").length).toBe(2);
});

test("an agent who joins is counted, and shown where the server sorts them", async () => {
  const { cache } = mountTable(Array.from({ length: 10 }, (_, index) => agentRow(`Agent${index} Example`)));
  await expect.element(page.getByText("Page 1 of 1")).toBeVisible();
  const ada = agentRow("Agent10 Lovelace");
  company = [...company, ada];
  apply(cache, { name: "newUser", payload: ada });
  await expect.element(page.getByText("Page 1 of 2")).toBeVisible();
  await expect.poll(() => shown().length).toBe(10);
});

test("a disabled agent's tickets are counted in a toast, whose Undo gives them back", async () => {
  mountTable();
  const disabled = page.getByRole("switch", { name: "Jonas Weber is disabled" });
  await disabled.click();
  await expect
    .element(page.getByText("Jonas Weber is disabled. 2 open tickets wait to be accepted."))
    .toBeVisible();
  await expect.element(disabled).toBeChecked();
  network.on("/auth/delete-agent", ({ body }) => agentOf(body, { closed_on: null, released_tickets: 0 }));
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(page.getByText("Jonas Weber is enabled again and has 2 tickets back.")).toBeVisible();
  await expect.element(disabled).not.toBeChecked();
  expect(network.sent("/auth/delete-agent")).toEqual([{ userid: jonas.userid }, { userid: jonas.userid }]);
  expect(network.sent("/auth/hand-over")).toEqual([{ userid: jonas.userid, newUser: jonas.userid }]);
});

test("no tickets are handed over where none are open, and a refused Undo says why", async () => {
  network.on("/auth/delete-agent", ({ body }) =>
    agentOf(body, { closed_on: "2026-11-21T09:00:00.000Z", released_tickets: 0 }),
  );
  mountTable();
  await page.getByRole("switch", { name: "Jonas Weber is disabled" }).click();
  await expect.element(page.getByText("Jonas Weber is disabled and had no open tickets.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Hand over" })).not.toBeInTheDocument();
  network.on("/auth/delete-agent", () => new Status(409, { code: "conflict", message: "Not now." }));
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(page.getByText(/was not changed: Not now\./)).toBeVisible();
});

test("the switches are visible on a phone, and the other columns are in the menu", async () => {
  await page.viewport(390, 844);
  mountTable([agentRow("Wolfeschlegelstein Hausenbergerdorff", { role: "moderator" }), ingrid]);
  const disabled = page.getByRole("switch", { name: "Wolfeschlegelstein Hausenbergerdorff is disabled" });
  await expect.element(disabled).toBeVisible();
  expect(disabled.element().getBoundingClientRect().right).toBeLessThanOrEqual(375);
  await expect.element(head("Email")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Email" }).click();
  await userEvent.keyboard("{Escape}");
  await expect.element(head("Email")).toBeInTheDocument();
  await page.viewport(1440, 900);
});
