import type { DepartmentOverview } from "@parley/contract/departments";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { colleague, departments } from "../../../sample/build.ts";
import { type Mounted, mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, refusal, Status } from "../../../sample/network.ts";
import { Departments } from "./Departments.tsx";

const { bookings, refunds } = departments;
const groups = { departmentid: "d3", department_name: "Groups" };
const none = { averageRating: null, agentCount: 0, ticketsCount: 0, pendingCount: 0, openCount: 0 };

let overview: DepartmentOverview;
let network: Network;
let mounted: Mounted;
beforeEach(() => {
  overview = {
    departments: [bookings, refunds, groups],
    statistics: {
      Bookings: { averageRating: 2.5, agentCount: 2, ticketsCount: 12, pendingCount: 3, openCount: 3 },
      Refunds: { ...none, ticketsCount: 4, pendingCount: 1, openCount: 1 },
      Groups: none,
    },
  };
  network = openNetwork({
    "/admin/get-departments": () => overview,
    "/auth/get-departments": () => overview.departments,
    "/auth/agents": () => [colleague("Jonas", "online")],
    "/admin/create-department": ({ body }) => body,
    "/admin/rename-department": ({ body }) => body,
    "/admin/delete-department": ({ body }) => body,
  });
  mounted = mount(<Departments />);
});

const card = (name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });
const box = page.getByRole("textbox", { name: "Add a department" });
const rename = page.getByRole("textbox", { name: "Rename Groups" });
const pencil = page.getByRole("button", { name: "Rename Groups" });
const dialog = page.getByRole("dialog");

test("a card has the department's figures, each a link to the tickets it counts", async () => {
  const figures = card("Bookings").getByRole("link", { name: /: \d/ });
  await expect.poll(() => figures.elements()).toHaveLength(4);
  const tops = figures.elements().map((link) => link.getBoundingClientRect().top);
  expect(new Set(tops).size).toBe(1);
  const pending = card("Bookings").getByRole("link", { name: "Open tickets: 3" });
  await expect
    .element(pending)
    .toHaveAttribute("href", expect.stringMatching(`department=${bookings.departmentid}.*stage=open`));
  await expect.element(card("Groups").getByRole("link", { name: /: 0$/ }).first()).toBeVisible();
});

test("Enter adds a department, without the spaces around its name, and an empty name adds none", async () => {
  await box.fill("  ");
  await userEvent.keyboard("{Enter}");
  await box.fill(" Night shift ");
  await userEvent.keyboard("{Enter}");
  await expect.element(box).toHaveValue("");
  expect(network.sent("/admin/create-department")).toEqual([{ department_name: "Night shift" }]);
});

test("an existing name says so, and the entry stays", async () => {
  network.on("/admin/create-department", () =>
    refusal(409, "conflict", { code: "department_exists", facts: { name: "Groups" } }),
  );
  await box.fill("Groups");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(/There is a department "Groups" already\./)).toBeVisible();
  await expect.element(box).toHaveValue("Groups");
});

test("the X clears the name of a new department", async () => {
  await box.fill("Night");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect.element(box).toHaveValue("");
  expect(network.sent("/admin/create-department")).toEqual([]);
});

test("Enter renames, Escape and leaving the field do not, and the pencil gets the focus again", async () => {
  await pencil.click();
  await expect.element(rename).toHaveFocus();
  await rename.fill("Parties");
  await userEvent.keyboard("{Escape}");
  await expect.element(pencil).toHaveFocus();
  await pencil.click();
  await rename.fill("Parties");
  await box.click();
  await expect.element(rename).not.toBeInTheDocument();
  expect(network.sent("/admin/rename-department")).toEqual([]);
  await pencil.click();
  await rename.fill(" Parties ");
  await userEvent.keyboard("{Enter}");
  await expect.element(rename).not.toBeInTheDocument();
  expect(network.sent("/admin/rename-department")).toEqual([
    { departmentid: "d3", department_name: "Parties" },
  ]);
});

test("the key that ends a word of an input method does not save the name", async () => {
  await pencil.click();
  await rename.fill("Parties");
  rename
    .element()
    .dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true }));
  await expect.element(rename).toHaveFocus();
  expect(network.sent("/admin/rename-department")).toEqual([]);
});

test("an unchanged name is not sent", async () => {
  await pencil.click();
  await expect.element(rename).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(pencil).toHaveFocus();
  expect(network.sent("/admin/rename-department")).toEqual([]);
});

for (const [name, reason] of [
  ["Bookings", "Bookings still has agents."],
  ["Refunds", "Refunds still has"],
] as const) {
  test(`${name} is kept, with the reason shown`, async () => {
    await page.getByRole("button", { name: `Delete ${name}` }).click();
    await expect.element(dialog).toMatchTextContent(reason);
    await dialog.getByRole("button", { name: "OK" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(network.sent("/admin/delete-department")).toEqual([]);
  });
}

test("an empty department is deleted once that is confirmed, and disappears at once", async () => {
  const answer = Promise.withResolvers<void>();
  network.on("/admin/delete-department", async () => {
    await answer.promise;
    return {};
  });
  await page.getByRole("button", { name: "Delete Groups" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect.element(card("Groups")).not.toBeInTheDocument();
  overview = { ...overview, departments: [bookings, refunds] };
  answer.resolve();
  await expect.element(card("Refunds")).toBeVisible();
  expect(network.sent("/admin/delete-department")).toEqual([{ departmentid: "d3" }]);
});

test("a department that the server keeps comes back, with the reason", async () => {
  network.on("/admin/delete-department", () => new Status(409, { message: "It has tickets." }));
  await page.getByRole("button", { name: "Delete Groups" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect.element(page.getByText(/It has tickets\./)).toBeVisible();
  await expect.element(card("Groups")).toBeVisible();
});

test("departments that fail to load offer a retry", async () => {
  network.on("/admin/get-departments", broken);
  mounted.unmount();
  mount(<Departments />);
  const retry = page.getByRole("button", { name: "Retry" });
  await expect.element(retry).toBeVisible();
  network.on("/admin/get-departments", () => overview);
  await retry.click();
  await expect.element(card("Groups")).toBeVisible();
});

test("a card shows its agents' faces, and leads to the department's page", async () => {
  const faces = page.getByRole("list", { name: "Agents" });
  await expect.element(faces).toHaveLength(1);
  await expect.element(faces.getByText("Jonas")).toBeInTheDocument();
  await expect
    .element(card("Refunds").getByRole("link", { name: "Refunds", exact: true }))
    .toHaveAttribute("href", `/admin-panel/settings/departments/${refunds.departmentid}`);
});
