import { reasonOf } from "@parley/contract/reasons";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, Status } from "../../../sample/network.ts";
import { Channels } from "../Channels.tsx";

const connect = page.getByRole("button", { name: "Connect" });
const path = "/channels/gateway/connect";
const account = {
  channelid: "6a0f2ad4-0000-4000-8000-000000000001",
  platform: "gateway",
  name: "SMS",
  username: "sms.example",
  departmentid: null,
  state: "working",
  reason: null,
  mend: null,
  since: null,
  last_in: null,
  last_out: null,
  waiting: 0,
};

let network: Network;
let connected: (typeof account)[];
beforeEach(async () => {
  connected = [];
  network = openNetwork({
    "/channels": () => connected,
    "/auth/get-departments": () => [],
    [path]: () => {
      connected = [account];
      return account;
    },
  });
  mount(<Channels title="Communication services" />, { path: "/?service=gateway" });
  await page.getByLabelText("Name").fill("SMS ");
  await page.getByLabelText("Address").fill(" https://sms.example/parley");
});

test("name and address are sent trimmed, with the secret that the form shows", async () => {
  const shown = page.getByText(/^whsec_/);
  const secret = shown.element().textContent;
  await connect.click();
  await expect.element(page.getByText("SMS now brings its messages here.")).toBeVisible();
  expect(network.sent(path)).toEqual([{ name: "SMS", url: "https://sms.example/parley", secret }]);
});

test("a refused address is said at its field, until it changes", async () => {
  network.on(path, () => {
    const reason = reasonOf("webhook_address_refused");
    return new Status(400, { code: "invalid", message: "refused", reason });
  });
  await connect.click();
  await expect.element(page.getByLabelText("Address")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabelText("Address").fill("https://sms.example/other");
  await expect.element(page.getByLabelText("Address")).not.toHaveAttribute("aria-invalid");
});
