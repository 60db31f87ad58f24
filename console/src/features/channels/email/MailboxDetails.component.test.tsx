import type { ChannelRow } from "@parley/contract/channels";
import type { Mailbox } from "@parley/contract/mailboxes";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { mount } from "../../../sample/mount.tsx";
import { broken, type Network, openNetwork } from "../../../sample/network.ts";
import { MailboxDetails } from "./MailboxDetails.tsx";

const channelid = "6a0f2ad4-0000-4000-8000-000000000001";
const account = { channelid } as ChannelRow;
const path = `/channels/${channelid}/mailbox`;
const mailbox: Mailbox = {
  channelid,
  address: "help@harbour.test",
  imap: { host: "imap.harbour.test", port: 993, secure: true, user: "help" },
  smtp: { host: "smtp.harbour.test", port: 465, secure: true, user: "help" },
  sign_in: "password",
  webhook_address: null,
  folders: ["INBOX"],
  afterwards: "leave",
  dkim_selector: null,
  looked_on: "2026-03-02T08:30:00.000Z",
  idle: true,
  unread: [],
  dkim_found: null,
  authserv_id: "mx.harbour.test",
  addresses: { reply: { used: false, tested: null }, bounce: { used: true, tested: "returned" } },
  import: null,
  bounced: 2,
  domain: { name: "harbour.test", spf: true, dkim: null, dmarc: false },
};

let network: Network;
beforeEach(() => {
  network = openNetwork({
    [path]: () => mailbox,
    [`/channels/${channelid}/folders`]: () => [
      { path: "INBOX", use: "inbox" },
      { path: "Junk", use: "junk" },
    ],
  });
});

test("servers, the last poll and the records of the domain are shown", async () => {
  mount(<MailboxDetails account={account} />);
  await expect.element(page.getByText("IMAP imap.harbour.test:993")).toBeVisible();
  await expect.element(page.getByText("SMTP smtp.harbour.test:465")).toBeVisible();
  await expect.element(page.getByText("at once")).toBeVisible();
  await expect.element(page.getByText("SPF found · DKIM not known · DMARC missing")).toBeVisible();
});

test("folders and the handling of read mails are chosen", async () => {
  mount(<MailboxDetails account={account} />);
  await page.getByRole("button", { name: "Folders and reading" }).click();
  await page.getByRole("checkbox", { name: "Junk" }).click();
  await page.getByRole("combobox", { name: "At the server, a mail that is here is" }).click();
  await page.getByRole("option", { name: "marked as read" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(network.sent(path).filter(Boolean)).toEqual([
    { folders: ["INBOX", "Junk"], afterwards: "seen", dkim_selector: null, authserv_id: "mx.harbour.test" },
  ]);
});

test("a mailbox that fails to load says so, and offers a retry", async () => {
  network.on(path, broken);
  mount(<MailboxDetails account={account} />);
  await expect.element(page.getByText("The mailbox could not be loaded.", { exact: false })).toBeVisible();
  network.on(path, () => mailbox);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(page.getByText("IMAP imap.harbour.test:993")).toBeVisible();
});

test("a mail that could not be read is named, and tried again by a press", async () => {
  const retried = `/channels/${channelid}/retry-mails`;
  network.on(path, () => ({
    ...mailbox,
    unread: [{ folder: "INBOX", uid: 4711, tries: 10, at: "store", retry_on: null }],
  }));
  network.on(retried, () => mailbox);
  mount(<MailboxDetails account={account} />);
  const unread = page.getByRole("region", { name: "Mails that could not be read" });
  await expect
    .element(unread.getByRole("listitem"))
    .toHaveTextContent("UID 4711 in INBOX: it could not be stored here. No further try by itself.");
  await unread.getByRole("button", { name: "Retry" }).click();
  await expect.element(unread).not.toBeInTheDocument();
  expect(network.sent(retried)).toHaveLength(1);
});

test("an address with a plus is tested, and switched on or off", async () => {
  const tested = `/channels/${channelid}/test-address`;
  const waiting = { ...mailbox.addresses, reply: { used: false, tested: "waiting" as const } };
  network.on(tested, () => ({ ...mailbox, addresses: waiting }));
  mount(<MailboxDetails account={account} />);
  await page.getByRole("button", { name: "Test it: Answers go to an address of their ticket" }).click();
  await expect.element(page.getByText("A mail to such an address is under way…")).toBeVisible();
  expect(network.sent(tested)).toEqual([{ address: "reply" }]);
  await page.getByRole("checkbox", { name: "Bounces go to an address of their mail" }).click();
  await expect.poll(() => network.sent(path).filter(Boolean)).toEqual([{ bounce_address: false }]);
});

test("older mail is imported by period and folders; the progress is shown, and it can be cancelled", async () => {
  const begun = `/channels/${channelid}/import`;
  const cancelled = `/channels/${channelid}/cancel-import`;
  const counts = { taken: 3, skipped: 1, unread: 0, started_on: "2026-03-02T08:30:00.000Z", ended_on: null };
  const running = { ...counts, state: "running" as const, days: 90, folders: ["INBOX", "Junk"], found: 40 };
  network.on(begun, () => ({ ...mailbox, import: running }));
  network.on(cancelled, () => ({ ...mailbox, import: { ...running, state: "cancelled" } }));
  mount(<MailboxDetails account={account} />);
  await page.getByRole("button", { name: "Fetch older mail" }).click();
  await page.getByRole("combobox", { name: "How far back" }).click();
  await page.getByRole("option", { name: "90 days" }).click();
  await page.getByRole("checkbox", { name: "Junk" }).click();
  await page.getByRole("button", { name: "Fetch", exact: true }).click();
  await expect.element(page.getByText("4 of 40")).toBeVisible();
  expect(network.sent(begun)).toEqual([{ days: 90, folders: ["INBOX", "Junk"], leaves_open: false }]);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.element(page.getByText("Fetching older mail was cancelled.")).toBeVisible();
  await expect.element(page.getByText("Fetched: 3 · Skipped: 1 · Not readable: 0")).toBeVisible();
});
