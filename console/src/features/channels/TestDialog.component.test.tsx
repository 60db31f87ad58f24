import type { ChannelRow } from "@parley/contract/channels";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { mount } from "../../sample/mount.tsx";
import { openNetwork } from "../../sample/network.ts";
import { TestDialog } from "./TestDialog.tsx";

const draw = (platform: "telegram" | "viber" | "web") => {
  openNetwork();
  const account = { channelid: "c1", name: "Help", platform } as ChannelRow;
  mount(<TestDialog account={account} open onClose={() => undefined} />);
};
const to = page.getByRole("dialog").getByRole("textbox");

test("a test of a Telegram bot asks where the message goes", async () => {
  draw("telegram");
  await expect.element(to).toBeVisible();
  await expect.element(page.getByText(/Leave it empty to test the connection alone/)).toBeVisible();
});

test.each(["viber", "web"] as const)(
  "a test of %s asks for no id, which nobody knows, and says why nothing is sent",
  async (platform) => {
    draw(platform);
    await expect.element(page.getByText(/^This tests the connection/)).toBeVisible();
    await expect.element(to).not.toBeInTheDocument();
  },
);
