import type { ChannelRow } from "@parley/contract/channels";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mount } from "../../sample/mount.tsx";
import { broken, type Network, openNetwork } from "../../sample/network.ts";
import { Accounts } from "./Accounts.tsx";

const account: ChannelRow = {
  channelid: "b0000000-0000-4000-8000-000000000001",
  platform: "telegram",
  name: "Harbour Travel",
  username: "harbour_bot",
  departmentid: null,
  state: "working",
  reason: null,
  mend: null,
  since: null,
  last_in: null,
  last_out: "2026-11-21T14:30:00.000Z",
  waiting: 0,
};
const other = {
  ...account,
  channelid: "b0000000-0000-4000-8000-000000000002",
  name: "Groups",
  username: "groups_bot",
};
const path = (what: string) => `/channels/${account.channelid}/${what}`;

let network: Network;
let rows: ChannelRow[];
beforeEach(() => {
  rows = [account];
  network = openNetwork({
    "/channels": () => rows,
    "/auth/get-departments": () => [
      { departmentid: "d0000000-0000-4000-8000-000000000002", department_name: "Refunds" },
    ],
    [path("update")]: () => account,
    [path("disconnect")]: () => ({}),
  });
});

test("every account of the platform is listed, and none of another", async () => {
  rows = [
    account,
    other,
    { ...other, channelid: "b0000000-0000-4000-8000-000000000003", platform: "viber", name: "Elsewhere" },
  ];
  mount(<Accounts platform="telegram" />);
  await expect.element(page.getByRole("heading", { name: "Harbour Travel" })).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Groups" })).toBeVisible();
  await expect.element(page.getByText("Elsewhere")).not.toBeInTheDocument();
});

test("one that does not work says why and what mends it", async () => {
  rows = [
    {
      ...account,
      state: "broken",
      reason: { code: "token_refused", facts: { provider: "Telegram" } },
      mend: "connect_again",
      since: "2026-11-21T13:12:00.000Z",
      waiting: 4,
    },
  ];
  mount(<Accounts platform="telegram" />);
  await expect.element(page.getByText("Not working")).toBeVisible();
  await expect.element(page.getByText(/Connect it again with a new token/)).toBeVisible();
  await expect.element(page.getByText("4", { exact: true })).toBeVisible();
});

test("Enter renames, Escape does not", async () => {
  mount(<Accounts platform="telegram" />);
  const rename = page.getByRole("button", { name: "Rename Harbour Travel" });
  await rename.click();
  await page.getByRole("textbox", { name: "Rename Harbour Travel" }).fill("Nothing");
  await userEvent.keyboard("{Escape}");
  expect(network.sent(path("update"))).toEqual([]);
  await rename.click();
  await page.getByRole("textbox", { name: "Rename Harbour Travel" }).fill(" Harbour, main ");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => network.sent(path("update"))).toEqual([{ name: "Harbour, main" }]);
});

test("it is disconnected only after a question", async () => {
  mount(<Accounts platform="telegram" />);
  await page.getByRole("button", { name: "Disconnect" }).click();
  await expect.element(page.getByText(/Its open tickets stay/)).toBeVisible();
  expect(network.sent(path("disconnect"))).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect" }).click();
  await expect.poll(() => network.sent(path("disconnect"))).toHaveLength(1);
});

test("accounts that cannot be loaded can be asked for again", async () => {
  network.on("/channels", broken);
  mount(<Accounts platform="telegram" />);
  await expect.element(page.getByRole("alert")).toBeVisible();
  network.on("/channels", () => rows);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(page.getByRole("heading", { name: "Harbour Travel" })).toBeVisible();
});
