import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { keys } from "../../api/queries.ts";
import { agentRow, agents } from "../../sample/build.ts";
import { createCache, mount } from "../../sample/mount.tsx";
import { type Network, openNetwork, Status } from "../../sample/network.ts";
import { AgentTable } from "./AgentTable.tsx";

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
beforeEach(() => {
  network = openNetwork({
    "/auth/set-admin": ({ body }) => agentOf(body, { role: "admin" }),
    "/auth/delete-agent": ({ body }) => agentOf(body, { closed_on: "2026-11-21T09:00:00.000Z" }),
  });
});

const agentOf = (body: unknown, change: object) => ({
  ...everyone.find(({ userid }) => userid === (body as { userid: string }).userid),
  ...change,
});

function mountTable(agentsShown = everyone) {
  const cache = createCache();
  const list = { agents: agentsShown, onlineAgents: 0, totalAgents: agentsShown.length };
  cache.setQueryData(keys.agentList, list);
  return mount(<AgentTable agents={agentsShown} />, { cache, viewer: agents.ingrid });
}

test("a click on a title sorts by it, and with Shift by a second one", async () => {
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

test("it is filtered by department, by status and by any word, and says when no agent matches", async () => {
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

test("a column is hidden and shown by the menu", async () => {
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

test("one's own switches are out of reach", async () => {
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

test("everyone selected is changed with one button, and oneself cannot be selected", async () => {
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

test("ten are on a page, and a filter leads back to the first", async () => {
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
