import type { ChannelRow, TestStep } from "@parley/contract/channels";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { keys } from "../../api/queries.ts";
import { mount } from "../../sample/mount.tsx";
import { broken, type Network, openNetwork } from "../../sample/network.ts";
import { Channels } from "./Channels.tsx";
import { appendTestStep } from "./cache.ts";

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
  can_start: false,
  starts_by: null,
};
const other = {
  ...account,
  channelid: "b0000000-0000-4000-8000-000000000002",
  name: "Groups",
  username: "groups_bot",
};
const broke: ChannelRow = {
  ...account,
  state: "broken",
  reason: { code: "token_refused", facts: { provider: "Telegram" } },
  mend: "connect_again",
  since: "2026-11-21T13:12:00.000Z",
};
const passed: TestStep = { name: "credentials", ok: true, ms: 41 };
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
    "/admin/get-telegram-token": () => ({ tokenStatus: true }),
  });
});

const openAccount = () =>
  mount(<Channels title="Communication services" />, {
    path: `/?service=telegram&account=${account.channelid}`,
  });

test("an account has a page of its own, from which Back leads to those of its platform", async () => {
  rows = [account, other];
  openAccount();
  await expect.element(page.getByRole("heading", { name: "Harbour Travel" })).toBeVisible();
  await expect.element(page.getByText("Groups")).not.toBeInTheDocument();
  await page.getByRole("link", { name: "Back" }).click();
  await expect.element(page.getByRole("heading", { name: "Groups" })).toBeVisible();
  await expect.element(page.getByRole("tab", { name: "Telegram" })).toHaveAttribute("aria-selected", "true");
});

test("the page of an account that is no longer connected says so", async () => {
  rows = [other];
  openAccount();
  await expect.element(page.getByText("This account is not connected any more.")).toBeVisible();
});

test("a faulty account says why and what fixes it", async () => {
  rows = [{ ...broke, waiting: 4 }];
  openAccount();
  await expect.element(page.getByText("Not working")).toBeVisible();
  await expect.element(page.getByText(/Connect it again with a new token/)).toBeVisible();
  await expect.element(page.getByText("4", { exact: true })).toBeVisible();
});

const traffic = {
  today: { received: 212, sent: 188, failed: 1 },
  hours: [...Array<number>(22).fill(0), 3, 24],
  waiting_tickets: 2,
  waiting_since: "2026-11-21T13:12:00.000Z",
};

test("a card shows today's counts, the last 24 hours, and how many tickets have waited since when", async () => {
  rows = [{ ...account, waiting: 4, traffic }];
  openAccount();
  await expect.element(page.getByText("212 in · 188 out · 1 failed")).toBeVisible();
  const hours = page.getByRole("img", { name: "Messages by hour in the last 24 hours, 24 at most" });
  const bars = [...hours.element().children].map((bar) => bar.getBoundingClientRect().height);
  expect(bars).toHaveLength(24);
  expect(bars[0]).toBe(2);
  expect(bars[22]).toBeLessThan((bars[23] ?? 0) / 6);
  await expect.element(page.getByText(/^4 in 2 tickets, since .+12$/)).toBeVisible();
});

test("an account without messages has low bars and no counts of waiting messages", async () => {
  const nothing = { today: { received: 0, sent: 0, failed: 0 }, hours: Array<number>(24).fill(0) };
  rows = [{ ...account, traffic: { ...nothing, waiting_tickets: 0, waiting_since: null } }];
  openAccount();
  await expect.element(page.getByText("0 in · 0 out · 0 failed")).toBeVisible();
  await expect.element(page.getByText("0", { exact: true })).toBeVisible();
});

test("a broken account says what waits and that nothing is lost, and links to connecting it again", async () => {
  rows = [{ ...broke, waiting: 4 }];
  openAccount();
  await expect.element(page.getByText(/4 messages wait to be sent. Nothing is lost:/)).toBeVisible();
  await page.getByRole("button", { name: "Connect it again" }).click();
  await expect.element(page.getByLabelText("Bot token")).toHaveFocus();
});

test("an account that deserves a look says why, and shows no waiting messages", async () => {
  const reason = { code: "many_failed", facts: { failed: 7, all: 13 } } as const;
  rows = [{ ...broke, state: "attention", reason, mend: "check_failures" }];
  openAccount();
  await expect.element(page.getByText("Deserves a look")).toBeVisible();
  await expect.element(page.getByText(/7 of 13 messages of the last hour failed/)).toBeVisible();
  await expect.element(page.getByText(/Nothing is lost/)).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Connect it again" })).not.toBeInTheDocument();
});

test("trying again asks the provider without a message, and shows the new state", async () => {
  rows = [broke];
  network.on(path("test"), () => {
    rows = [account];
    return { steps: [passed], returning: false };
  });
  openAccount();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByText("Working", { exact: true })).toBeVisible();
  expect(network.sent(path("test"))).toEqual([{}]);
});

test("a test shows each step as it ends, and the reason of one that fails", async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  network.on(path("test"), () => promise);
  const { cache } = openAccount();
  await page.getByRole("button", { name: "Send me a test" }).click();
  const dialog = page.getByRole("dialog", { name: "Test Harbour Travel" });
  await dialog.getByRole("textbox", { name: "Send a message to" }).fill(" 550001 ");
  await userEvent.keyboard("{Enter}");
  const steps = dialog.getByRole("listitem");
  await expect.element(steps.nth(0).getByRole("img", { name: "Running" })).toBeVisible();
  await expect.element(steps.nth(2).getByRole("img", { name: "Not reached" })).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: "Start the test" })).toBeDisabled();
  appendTestStep(cache, { channelid: account.channelid, step: passed });
  await expect.element(steps.nth(0).getByRole("img", { name: "Passed" })).toBeVisible();
  await expect.element(steps.nth(1).getByRole("img", { name: "Running" })).toBeVisible();
  const reason = { code: "client_unknown", facts: { provider: "Telegram" } };
  resolve({
    steps: [passed, { ...passed, name: "receiving" }, { name: "sending", ok: false, ms: 120, reason }],
    returning: false,
  });
  await expect.element(steps.nth(2).getByRole("img", { name: "Failed" })).toBeVisible();
  await expect.element(steps.nth(2)).toMatchTextContent("Telegram does not know this client.");
  expect(network.sent(path("test"))).toEqual([{ to: "550001" }]);
  // A test that runs in another tab is not shown here.
  appendTestStep(cache, { channelid: account.channelid, step: passed });
  expect(cache.getQueryData(keys.channelTest(account.channelid))).toBeUndefined();
});

test("a test whose mail is to come back waits for it, and shows whether it did", async () => {
  const sent = [passed, { ...passed, name: "receiving" }, { ...passed, name: "sending" }];
  network.on(path("test"), () => ({ steps: sent, returning: true }));
  const { cache } = openAccount();
  await page.getByRole("button", { name: "Send me a test" }).click();
  const dialog = page.getByRole("dialog", { name: "Test Harbour Travel" });
  await dialog.getByRole("textbox", { name: "Send a message to" }).fill("boss@harbour.test");
  await userEvent.keyboard("{Enter}");
  const last = dialog.getByRole("listitem").nth(3);
  await expect.element(last).toMatchTextContent("The test message comes back");
  await expect.element(last.getByRole("img", { name: "Running" })).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: "Start the test" })).toBeDisabled();
  const reason = { code: "mail_not_returned", facts: { provider: "smtp.harbour.test" } } as const;
  const step = { name: "returning", ok: false, ms: 60_000, reason } as const;
  appendTestStep(cache, { channelid: account.channelid, step });
  await expect.element(last.getByRole("img", { name: "Failed" })).toBeVisible();
  await expect.element(last).toMatchTextContent("did not come back in time");
  await expect.element(dialog.getByRole("button", { name: "Start the test" })).toBeEnabled();
});

test("a test that cannot run says why, and can be started again", async () => {
  network.on(path("test"), broken);
  openAccount();
  await page.getByRole("button", { name: "Send me a test" }).click();
  await page.getByRole("button", { name: "Start the test" }).click();
  await expect.element(page.getByRole("alert")).toMatchTextContent("The test could not be run");
  network.on(path("test"), () => ({ steps: [passed], returning: false }));
  await page.getByRole("button", { name: "Start the test" }).click();
  await expect.element(page.getByRole("dialog").getByRole("img", { name: "Passed" })).toBeVisible();
  await expect.element(page.getByRole("listitem").nth(2)).not.toBeInTheDocument();
});

test("Enter renames, Escape does not", async () => {
  openAccount();
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

test("an account is disconnected only after a question", async () => {
  openAccount();
  const disconnect = page.getByRole("button", { name: "Disconnect" });
  // The mark keeps toasts clear of the button.
  await expect.element(disconnect).toHaveAttribute("data-keep-clear");
  await disconnect.click();
  const question = page.getByRole("dialog", { name: "Disconnect Harbour Travel?" });
  await expect.element(question.getByText(/Its open tickets stay/)).toBeVisible();
  expect(network.sent(path("disconnect"))).toEqual([]);
  network.on(path("disconnect"), () => {
    rows = [other];
    return {};
  });
  await question.getByRole("button", { name: "Disconnect" }).click();
  await expect.element(page.getByRole("list", { name: "Connected accounts" })).toMatchTextContent("Groups");
});

test("accounts that fail to load offer a retry", async () => {
  network.on("/channels", broken);
  openAccount();
  await expect.element(page.getByRole("alert")).toBeVisible();
  network.on("/channels", () => rows);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(page.getByRole("heading", { name: "Harbour Travel" })).toBeVisible();
});
