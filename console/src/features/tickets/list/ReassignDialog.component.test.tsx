import type { Colleague } from "@parley/contract/agents";
import { limits } from "@parley/contract/limits";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { keys, openTicketsQuery } from "../../../api/queries.ts";
import { agents, colleague, departments, ticketOf } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork, Status } from "../../../sample/network.ts";
import { ReassignDialog } from "./ReassignDialog.tsx";

const { bookings, refunds } = departments;
const ticket = ticketOf(agents.mira, {
  accepted: true,
  stage: "accepted",
  userid: agents.mira.id,
  user_name: "Mira",
});
const { ticketid } = ticket;
const people: Colleague[] = [
  { ...colleague("Jonas", "offline"), ...bookings },
  { ...colleague("Mira", "offline"), userid: agents.mira.id, ...bookings },
  { ...colleague("Naledi", "online"), ...refunds, departmentids: [departments.refunds.departmentid] },
];
const confirm = page.getByRole("button", { name: "Reassign" });
const option = (name: string | RegExp) => page.getByRole("radio", { name });
/** The radio button itself is hidden behind its drawing. */
const choose = (name: RegExp) => option(name).click({ force: true });

let network: Network;
const onClose = vi.fn();
beforeEach(() => {
  onClose.mockClear();
  network = openNetwork({
    "/auth/get-departments": () => [bookings, refunds],
    "/auth/agents": () => people,
    [`/${ticketid}/get-agents`]: () => people,
    "/ticket/change-department": () => ({
      ...ticket,
      ...refunds,
      userid: null,
      user_name: null,
      accepted: false,
    }),
    "/ticket/reassign-user": () => ({ ...ticket, userid: "Jonas", user_name: "Jonas" }),
  });
});

function open() {
  const cache = createCache();
  cache.setQueryData(openTicketsQuery.queryKey, [ticket]);
  return mount(<ReassignDialog ticket={ticket} onClose={onClose} />, { cache });
}

test("the agents are those of the chosen department, with the handler and who is online", async () => {
  open();
  await expect.element(confirm).toBeDisabled();
  await choose(/Bookings/);
  await expect.element(page.getByRole("group", { name: "Agents of Bookings" })).toBeVisible();
  await expect.element(option(/^Jonas/)).toBeVisible();
  await expect.element(option(/^Naledi/)).not.toBeInTheDocument();
  await expect.element(page.getByText("you", { exact: true })).toBeVisible();
  await choose(/Refunds/);
  await expect.element(option(/^Naledi.*online/)).toBeVisible();
  await expect.element(option(/^Jonas/)).not.toBeInTheDocument();
});

test("assigning to a department leaves the ticket without an agent", async () => {
  open();
  await choose(/Refunds/);
  await confirm.click();
  await expect.element(page.getByText("Ticket reassigned to Refunds")).toBeVisible();
  expect(network.sent("/ticket/change-department")).toEqual([
    {
      ticketid,
      newDepartment: refunds.departmentid,
      newDepartmentName: "Refunds",
      created_on: ticket.created_on,
    },
  ]);
  expect(onClose).toHaveBeenCalledOnce();
});

test("assigning to an agent names them in the toast and the list", async () => {
  const { cache } = open();
  await choose(/Bookings/);
  await choose(/^Jonas/);
  await confirm.click();
  await expect.element(page.getByText("Ticket reassigned to Jonas")).toBeVisible();
  expect(network.sent("/ticket/reassign-user")).toMatchObject([{ newUser: "Jonas", newUserName: "Jonas" }]);
  expect(cache.getQueryData(openTicketsQuery.queryKey)).toMatchObject([{ user_name: "Jonas" }]);
});

test("the present department and agent are no change", async () => {
  open();
  await choose(/Bookings/);
  await expect.element(confirm).toBeEnabled();
  await choose(/^Mira/);
  await expect.element(confirm).toBeDisabled();
});

test("choosing another department resets the agent", async () => {
  open();
  await choose(/Bookings/);
  await choose(/^Jonas/);
  await choose(/Refunds/);
  await confirm.click();
  await expect.poll(() => network.sent("/ticket/change-department").length).toBe(1);
  expect(network.sent("/ticket/reassign-user")).toEqual([]);
});

test("a refusal stays in the dialog with its reason", async () => {
  network.on("/ticket/change-department", () => new Status(409, { message: "This ticket is closed." }));
  open();
  await choose(/Refunds/);
  await confirm.click();
  await expect.element(page.getByText(/could not be reassigned: This ticket is closed\./)).toBeVisible();
  await expect.element(confirm).toBeEnabled();
  expect(onClose).not.toHaveBeenCalled();
});

test("a department without agents says so", async () => {
  network.on(`/${ticketid}/get-agents`, () => people.slice(0, 2));
  open();
  await choose(/Refunds/);
  await expect.element(page.getByText("This department has no agents yet.")).toBeVisible();
  await expect.element(confirm).toBeEnabled();
});

test("a list that fails to load offers a retry", async () => {
  network.on("/auth/get-departments", broken);
  const { cache } = open();
  await expect.element(page.getByRole("alert")).toMatchTextContent("This list could not be loaded.");
  network.on("/auth/get-departments", () => [refunds]);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(option(/Refunds/)).toBeVisible();
  expect(cache.getQueryData(keys.departments)).toEqual([refunds]);
});

test("a note goes along with the move, and one that is too long holds it back", async () => {
  open();
  await choose(/Refunds/);
  const field = page.getByLabelText("Note for those who go on with it (optional)");
  await field.fill("x".repeat(limits.messageText + 1));
  await expect.element(confirm).toBeDisabled();
  await expect.element(page.getByText(/The note is too long/)).toBeVisible();
  await field.fill("  He wants the money back. ");
  await confirm.click();
  await expect
    .poll(() => network.sent("/ticket/change-department"))
    .toMatchObject([{ note: { noteid: expect.any(String), content: "He wants the money back." } }]);
});
