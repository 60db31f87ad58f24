import type { ChannelRow } from "@parley/contract/channels";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { agents, ticketOf } from "../../sample/build.ts";
import { createCache, mount } from "../../sample/mount.tsx";
import { type Network, openNetwork } from "../../sample/network.ts";
import { ChannelBanner } from "./ChannelBanner.tsx";
import { refetchChannels } from "./cache.ts";

const ticket = ticketOf(agents.mira);
const working: ChannelRow = {
  channelid: ticket.channel.channelid,
  platform: "telegram",
  name: "Harbour Travel",
  username: "harbour_bot",
  departmentid: null,
  state: "working",
  reason: null,
  since: null,
  last_in: null,
  last_out: null,
  waiting: 0,
  can_start: false,
  starts_by: null,
};
const broken: ChannelRow = {
  ...working,
  state: "broken",
  reason: { code: "no_answer", facts: { provider: "Telegram" } },
};
const banner = page.getByText(/Harbour Travel does not work/);

let network: Network;
function mountFor(row: ChannelRow) {
  network = openNetwork({ "/channels": () => [row] });
  return mount(<ChannelBanner ticket={ticket} />, { cache: createCache() });
}

test("an agent reads the reason, and that nothing is lost; there is no link to the settings", async () => {
  mountFor(broken);
  await expect
    .element(banner)
    .toMatchTextContent("Harbour Travel does not work. Telegram did not answer in time. Nothing is lost");
  await expect.element(page.getByRole("link")).not.toBeInTheDocument();
});

test("an administrator gets a link to the account's page", async () => {
  mountFor({ ...broken, mend: "check_network" });
  await expect
    .element(page.getByRole("link", { name: "Open the settings" }))
    .toHaveAttribute("href", `/admin-panel/settings?service=telegram&account=${broken.channelid}#channels`);
});

test("the banner disappears as soon as the account works again, without a reload", async () => {
  const { cache } = mountFor(broken);
  await expect.element(banner).toBeVisible();
  network.on("/channels", () => [working]);
  refetchChannels(cache, { tickets: false });
  await expect.element(banner).not.toBeInTheDocument();
});

test("another account's trouble, and an account that deserves a look, are not shown", async () => {
  network = openNetwork({
    "/channels": () => [
      { ...broken, channelid: crypto.randomUUID() },
      { ...broken, state: "attention" },
    ],
  });
  const { cache } = mount(<ChannelBanner ticket={ticket} />, { cache: createCache() });
  await expect.poll(() => cache.getQueryData(["channels"])).toBeDefined();
  await expect.element(banner).not.toBeInTheDocument();
});
