import type { AuditEntry } from "@parley/contract/audit";
import { limits } from "@parley/contract/limits";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { agentRow, agents, at } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork } from "../../../sample/network.ts";
import { AuditLog } from "./AuditLog.tsx";

const entry = (id: number, facts: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  time: at(id % 60),
  actor_name: "Ingrid Dahl",
  verb: "department_rename",
  subject_type: "department",
  subject_id: null,
  subject_name: "Groups",
  changes: {},
  ...facts,
});
const desk = "7f000000-0000-4000-8000-00000000000d";
const fullPage = Array.from({ length: limits.auditPage }, (_, index) => entry(900 - index));
const jonas = agentRow("Jonas Lind", { userid: "7f000000-0000-4000-8000-000000000001" });
const more = page.getByRole("button", { name: "Show more" });

let network: Network;
beforeEach(() => {
  network = openNetwork({
    "/admin/audit-log": () => [],
    "/auth/agents": () => [],
    "/admin/get-all-agents": () => ({
      agents: [jonas],
      onlineAgents: 0,
      totalAgents: 1,
      foundAgents: 1,
    }),
  });
});

test("an entry names the actor, the action and its subject, and each field before and after", async () => {
  network.on("/admin/audit-log", () => [
    entry(2, { changes: { department_name: { from: "Group", to: "Groups" } } }),
    entry(1, {
      verb: "agent_make_admin",
      subject_name: "Jonas Lind",
      changes: { role: { from: null, to: "admin" } },
    }),
  ]);
  mount(<AuditLog />, { viewer: agents.ingrid });
  await expect.element(page.getByText("renamed a department to Groups")).toBeVisible();
  await expect.element(page.getByText("made Jonas Lind an administrator")).toBeVisible();
  await expect.element(page.getByText("Ingrid Dahl").first()).toBeVisible();
  await expect.element(page.getByText("Group", { exact: true })).toBeVisible();
  await expect.element(page.getByText("–")).toBeVisible();
});

test("a changed rule shows what it hears, asks and does in words", async () => {
  const json = (value: unknown) => JSON.stringify(value);
  network.on("/rules", () => ({ rules: [], time_zone: "UTC" }));
  network.on("/tags", () => ({ closed: false, tags: [] }));
  network.on("/auth/get-departments", () => [{ departmentid: desk, department_name: "Groups" }]);
  network.on("/channels", () => []);
  network.on("/fields", () => []);
  network.on("/admin/audit-log", () => [
    entry(1, {
      verb: "rule_update",
      subject_name: "Late",
      changes: {
        when: {
          from: json({ kind: "event", events: ["moved"] }),
          to: json({ kind: "wait", wait: "unanswered", minutes: 60, in_hours: false }),
        },
        condition: {
          from: json({ all: [] }),
          to: json({ any: [{ field: "priority", operator: "is", value: "urgent" }] }),
        },
        actions: {
          from: json([{ kind: "priority", priority: "high" }]),
          to: json([{ kind: "move", departmentid: desk }]),
        },
        departments: { from: null, to: desk },
      },
    }),
  ]);
  mount(<AuditLog />, { viewer: agents.ingrid });
  await expect.element(page.getByText("changed the rule Late")).toBeVisible();
  const lines = page.getByRole("listitem").getByRole("listitem");
  await expect
    .poll(() => lines.elements().map(({ textContent }) => textContent))
    .toEqual([
      "when: a ticket gets another handler or department → a client has waited 1 hour for an answer",
      "condition: – → Priority is Urgent",
      "actions: set the priority: High → move to Groups",
      "departments: – → Groups",
    ]);
});

test("a full page offers the next, which continues after the last entry", async () => {
  network.on("/admin/audit-log", ({ path }) => (path.includes("before=") ? [entry(1)] : fullPage));
  mount(<AuditLog />, { viewer: agents.ingrid });
  await more.click();
  await expect.element(more).not.toBeInTheDocument();
  await expect.element(page.getByText("renamed a department to Groups")).toHaveLength(limits.auditPage + 1);
  expect(network.calls.at(-1)?.path).toBe(`/admin/audit-log?before=${fullPage.at(-1)?.id}`);
});

test("a page that is not full is the last", async () => {
  network.on("/admin/audit-log", () => [entry(1)]);
  mount(<AuditLog />, { viewer: agents.ingrid });
  await expect.element(page.getByText("renamed a department to Groups")).toBeVisible();
  await expect.element(more).not.toBeInTheDocument();
});

test("a next page that fails keeps the entries shown", async () => {
  network.on("/admin/audit-log", ({ path }) => (path.includes("before=") ? broken() : fullPage));
  mount(<AuditLog />, { viewer: agents.ingrid });
  await more.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("The audit log could not be loaded");
  await expect.element(more).toBeEnabled();
  await expect.element(page.getByText("renamed a department to Groups")).toHaveLength(limits.auditPage);
});

test("an empty log says what will be listed", async () => {
  mount(<AuditLog />, { viewer: agents.ingrid });
  await expect.element(page.getByText("Nothing has been changed yet")).toBeVisible();
  await expect.element(page.getByText("What administrators changed, by whom and when.")).toBeVisible();
});

test("a log that fails to load offers a retry", async () => {
  network.on("/admin/audit-log", broken);
  mount(<AuditLog />, { viewer: agents.ingrid });
  await expect.element(page.getByText("The audit log could not be loaded")).toBeVisible();
  network.on("/admin/audit-log", () => [entry(1)]);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(page.getByText("renamed a department to Groups")).toBeVisible();
});

test("entries are filtered by agent, topic and time, and the export uses the same filter", async () => {
  network.on("/admin/audit-log", ({ path }) =>
    path.includes("?") ? [entry(3, { verb: "user_login", actor_name: "Jonas Lind" })] : [entry(1)],
  );
  mount(<AuditLog />, { viewer: agents.ingrid });
  await expect.element(page.getByText("renamed a department to Groups")).toBeVisible();
  await page.getByRole("combobox", { name: "Who" }).click();
  await page.getByRole("option", { name: "Jonas Lind" }).click();
  await page.getByRole("combobox", { name: "What" }).click();
  await page.getByRole("option", { name: "Sign-ins" }).click();
  await page.getByLabelText("From").fill("2026-11-20");
  await page.getByLabelText("To").fill("2026-11-21");
  await expect.element(page.getByText("signed in")).toBeVisible();
  const asked = `agent=${jonas.userid}&topic=sign_ins&from=2026-11-20&to=2026-11-21`;
  await expect.poll(() => network.calls.at(-1)?.path).toBe(`/admin/audit-log?${asked}`);
  await expect
    .element(page.getByRole("link", { name: "Export CSV" }))
    .toHaveAttribute("href", `/admin/export-audit-log?${asked}`);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect.element(page.getByText("renamed a department to Groups")).toBeVisible();
});

test("a filter without matches says so", async () => {
  network.on("/admin/audit-log", ({ path }) => (path.includes("topic") ? [] : [entry(1)]));
  mount(<AuditLog />, { viewer: agents.ingrid });
  await page.getByRole("combobox", { name: "What" }).click();
  await page.getByRole("option", { name: "Exports" }).click();
  await expect.element(page.getByText("No entries match")).toBeVisible();
});

test("the address keeps the filter over a reload", async () => {
  const wanted = `agent=${jonas.userid}&topic=sign_ins&from=2026-11-20`;
  network.on("/admin/audit-log", () => [entry(1)]);
  mount(<AuditLog />, { viewer: agents.ingrid, path: `/admin-panel/settings?${wanted}&to=soon#audit` });
  await expect.element(page.getByRole("combobox", { name: "Who" })).toHaveTextContent("Jonas Lind");
  await expect.element(page.getByLabelText("From")).toHaveValue("2026-11-20");
  expect(network.calls.map(({ path }) => path)).toContain(`/admin/audit-log?${wanted}`);
});
