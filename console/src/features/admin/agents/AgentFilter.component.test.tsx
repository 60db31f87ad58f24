import type { AgentRow } from "@parley/contract/agents";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { agentRow, agents, colleague } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork } from "../../../sample/network.ts";
import { AgentFilter } from "./AgentFilter.tsx";

const filter = page.getByRole("combobox", { name: "Who" });
const search = page.getByRole("combobox", { name: "Search agents" });
const option = (name: string) => page.getByRole("option", { name, exact: true });
const listed = (found: AgentRow[], foundAgents = found.length) => ({
  agents: found,
  totalAgents: 2_500,
  onlineAgents: 0,
  foundAgents,
});
const olena = agentRow("Olena Koval");
const firstPage = Array.from({ length: 20 }, (_, at) =>
  agentRow(`Agent ${at + 10}`, { userid: `agent-${at}` }),
);

let network: Network;
const onChange = vi.fn();
beforeEach(() => {
  onChange.mockClear();
  network = openNetwork({
    "/auth/agents": () => [colleague("Jonas", "online")],
    "/admin/get-all-agents": ({ path }) =>
      path.includes("search=kov") || path.includes("userid=") ? listed([olena]) : listed(firstPage, 2_500),
  });
});

const asked = () =>
  network.calls.flatMap(({ path }) => (path.startsWith("/admin/") ? [path.replace(/.*\?/, "")] : []));
const filterOf = (value?: string) => (
  <AgentFilter label="Who" everything="Everyone" value={value} onChange={onChange} />
);
const show = (value?: string, viewer = agents.ingrid) => mount(filterOf(value), { viewer });

test("an agent beyond the first page is found by the server", async () => {
  const { draw } = show();
  await expect.element(filter).toHaveTextContent("Everyone");
  expect(asked()).toEqual([]);
  await filter.click();
  await expect.element(option("Agent 10")).toBeVisible();
  await expect.element(page.getByText("Type to find others")).toBeVisible();
  await search.fill("kov");
  await option("Olena Koval").click();
  expect(onChange.mock.calls).toEqual([[olena.userid]]);
  expect(asked()).toEqual(["sort=name&limit=20", "search=kov&sort=name&limit=20"]);
  draw(filterOf(olena.userid));
  await expect.element(filter).toHaveTextContent("Olena Koval");
  await filter.click();
  await expect.element(search).toHaveValue("");
  await option("Everyone").click();
  expect(onChange).toHaveBeenLastCalledWith(undefined);
});

test("after a reload the chosen agent has a name", async () => {
  show(olena.userid);
  await expect.element(filter).toHaveTextContent("Olena Koval");
  expect(asked()).toEqual([`userid=${olena.userid}`]);
});

test("an agent who does not exist is named as unknown", async () => {
  network.on("/admin/get-all-agents", () => listed([]));
  show(olena.userid);
  await expect.element(filter).toHaveTextContent("Unknown agent");
});

test("an empty and a failed search say so", async () => {
  network.on("/admin/get-all-agents", () => listed([]));
  show();
  await filter.click();
  await search.fill("zzz");
  await expect.element(page.getByText("No agents match")).toBeVisible();
  network.on("/admin/get-all-agents", broken);
  await search.fill("yyy");
  await expect.element(page.getByText("The agents could not be loaded")).toBeVisible();
});

test("an agent searches themselves and their colleagues, without the administrators' list", async () => {
  show(undefined, agents.mira);
  await filter.click();
  await expect.element(option("Mira Halvorsen")).toBeVisible();
  await search.fill("jón");
  await expect.element(option("Mira Halvorsen")).not.toBeInTheDocument();
  await option("Jonas").click();
  expect(onChange).toHaveBeenCalledOnce();
  expect(asked()).toEqual([]);
});
