import type { EnteredTicketFilter } from "@parley/contract/ticket-table";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { agentRow, agents, colleague, departments } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork } from "../../../sample/network.ts";
import { Filters } from "./Filters.tsx";

const { bookings, refunds } = departments;
const filterOf = (name: string) => page.getByRole("combobox", { name });
const option = (name: string) => page.getByRole("option", { name, exact: true });

let network: Network;
const onChange = vi.fn();
beforeEach(() => {
  onChange.mockClear();
  network = openNetwork({
    "/auth/get-departments": () => [bookings, refunds],
    "/auth/agents": () => [colleague("Jonas", "online")],
    "/admin/get-all-agents": () => ({
      agents: [agentRow("Olena Koval")],
      totalAgents: 1,
      onlineAgents: 0,
      foundAgents: 1,
    }),
    "/channels": () => [],
    "/fields": () => [],
  });
});

const show = (filter: EnteredTicketFilter, viewer = agents.mira) =>
  mount(<Filters filter={filter} onChange={onChange} />, { viewer });

test("choosing one filter keeps the others", async () => {
  show({ from: "2026-11-01", department: bookings.departmentid });
  await filterOf("Department").click();
  await option("Refunds").click();
  expect(onChange.mock.calls).toEqual([[{ from: "2026-11-01", department: refunds.departmentid }]]);
});

test("an agent finds themselves and their colleagues, without the administrators' list", async () => {
  show({});
  await filterOf("Agent").click();
  await expect.element(option("Mira Halvorsen")).toBeVisible();
  await expect.element(option("Jonas")).toBeVisible();
  expect(network.calls.filter(({ path }) => path.startsWith("/admin/get-all-agents"))).toEqual([]);
});

test("an administrator finds everyone, disabled agents included", async () => {
  show({}, agents.ingrid);
  await filterOf("Agent").click();
  await expect.element(option("Olena Koval")).toBeVisible();
});

test("the order by what is due goes with the filters", async () => {
  show({ department: bookings.departmentid });
  await filterOf("Order").click();
  await option("Due first").click();
  expect(onChange.mock.calls).toEqual([[{ department: bookings.departmentid, sort: "due" }]]);
});

test("a day is set and removed", async () => {
  const { draw } = show({});
  await page.getByLabelText("From").fill("2026-11-20");
  expect(onChange).toHaveBeenLastCalledWith({ from: "2026-11-20" });
  draw(<Filters filter={{ from: "2026-11-20" }} onChange={onChange} />);
  await page.getByLabelText("From").fill("");
  expect(onChange).toHaveBeenLastCalledWith({ from: undefined });
});

test("one button clears all filters, if there are any", async () => {
  const clear = page.getByRole("button", { name: "Clear" });
  const { draw } = show({});
  await expect.element(filterOf("Stage")).toBeVisible();
  await expect.element(clear).not.toBeInTheDocument();
  draw(<Filters filter={{ stage: "open", to: "2026-11-20" }} onChange={onChange} />);
  await clear.click();
  const [cleared] = onChange.mock.calls.at(-1) as [EnteredTicketFilter];
  expect(Object.values(cleared).some(Boolean)).toBe(false);
});

test("tickets behind a figure say so, and are all tickets of those days without it", async () => {
  show({ figure: "received", figure_of: "1-09", from: "2026-11-01", to: "2026-11-28" });
  await expect.element(page.getByText("Figure: Messages received")).toBeVisible();
  await page.getByRole("button", { name: "Remove the figure" }).click();
  expect(onChange.mock.calls).toEqual([
    [{ figure: undefined, figure_of: undefined, from: "2026-11-01", to: "2026-11-28" }],
  ]);
});
