import { useQuery } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { agentPageQuery } from "../../../api/queries.ts";
import { agentRow, agents } from "../../../sample/build.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { openNetwork, refusal } from "../../../sample/network.ts";
import { ModeratorSwitch } from "./AgentSwitches.tsx";

const jonas = agentRow("Jonas Weber");
const freya = agentRow("Freya Lind", { role: "admin" });

function Switches() {
  const { data } = useQuery({ ...agentPageQuery({ limit: 10 }), enabled: false });
  return data?.agents.map((agent) => <ModeratorSwitch key={agent.userid} agent={agent} />);
}

function show(answer: () => unknown) {
  const network = openNetwork({ "/auth/set-moderator": answer });
  const cache = createCache();
  const list = { agents: [jonas, freya], onlineAgents: 0, totalAgents: 2, foundAgents: 2 };
  cache.setQueryData(agentPageQuery({ limit: 10 }).queryKey, list);
  mount(<Switches />, { cache, viewer: agents.ingrid });
  return network;
}
const moderator = page.getByRole("switch", { name: "Jonas Weber is a moderator" });

test("an agent becomes a moderator with one call, an administrator cannot", async () => {
  const network = show(() => ({ ...jonas, role: "moderator" }));
  await expect
    .element(page.getByRole("switch", { name: /^Freya Lind is a moderator\. An admin/ }))
    .toBeDisabled();
  await expect.element(moderator).not.toBeChecked();
  await moderator.click();
  await expect.element(moderator).toBeChecked();
  expect(network.sent("/auth/set-moderator")).toEqual([{ userid: jonas.userid }]);
});

test("a refusal flips the switch back and shows why", async () => {
  show(() => refusal(409, "conflict", { code: "agent_changed", facts: {} }));
  await moderator.click();
  await expect.element(page.getByRole("alert")).toMatchTextContent("Jonas Weber was not changed");
  await expect.element(moderator).not.toBeChecked();
});
