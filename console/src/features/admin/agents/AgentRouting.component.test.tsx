import type { AgentRouting as Routing } from "@parley/contract/routing";
import { languages } from "@parley/contract/sessions";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { changeLanguage } from "../../../i18n/index.ts";
import { agents } from "../../../sample/build.ts";
import { mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork } from "../../../sample/network.ts";
import { AgentRouting } from "./AgentRouting.tsx";

const userid = agents.mira.id;
const usual: Routing = { userid, capacity: 5, languages: [], skills: [], shift: null };
const night = { from: "22:00", to: "06:00", days: [0, 1, 2, 3, 4, 5, 6], time_zone: "Asia/Tokyo" };

let routing: Routing;
let network: Network;
beforeEach(() => {
  routing = usual;
  network = openNetwork({
    [`/agent-routing/${userid}`]: () => routing,
    "/change-agent-routing": () => routing,
    "/away": () => ({ away: [] }),
    "/auth/agents": () => [],
    "/tags": () => ({ closed: false, tags: [] }),
  });
});
const open = () => mount(<AgentRouting userid={userid} />, { viewer: agents.ingrid });
const shift = page.getByRole("switch", { name: "Works in a shift" });
const apply = page.getByRole("button", { name: "Apply" });
const sent = () => network.sent("/change-agent-routing").at(-1);

test("an administrator gives an agent a shift, changes its days and times, and takes it away", async () => {
  open();
  await expect.element(shift).not.toBeChecked();
  await shift.click();
  await page.getByRole("button", { name: "Friday" }).click();
  const from = page.getByLabelText("From");
  await from.fill("10:30");
  await page.getByLabelText("To", { exact: true }).click();
  await apply.click();
  await expect
    .poll(sent)
    .toEqual({ ...usual, shift: { from: "10:30", to: "17:00", days: [0, 1, 2, 3], time_zone: null } });
  await shift.click();
  await apply.click();
  await expect.poll(sent).toEqual(usual);
});

test("a shift over midnight says that it ends on the next day, and its last day stays", async () => {
  routing = { ...usual, shift: { ...night, days: [6] } };
  open();
  await expect.element(page.getByText("on the next day")).toBeVisible();
  await expect.element(page.getByLabelText("Time zone")).toHaveValue("Asia/Tokyo");
  await expect.element(page.getByRole("button", { name: "Sunday" })).toHaveAttribute("aria-disabled", "true");
});

test.each(languages)("the form in %s is no wider than a phone", async (language) => {
  onTestFinished(() => changeLanguage("en"));
  await changeLanguage(language);
  await page.viewport(390, 844);
  routing = { ...usual, shift: night };
  mount(
    <main className="px-4">
      <AgentRouting userid={userid} />
    </main>,
    { viewer: agents.ingrid },
  );
  await expect.element(page.getByRole("switch")).toBeChecked();
  expect(document.documentElement.scrollWidth).toBe(390);
});
