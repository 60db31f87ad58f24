import type { ChannelRow } from "@parley/contract/channels";
import type { Platform } from "@parley/contract/values";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { departments } from "../../sample/build.ts";
import { mount } from "../../sample/mount.tsx";
import { broken, type Network, openNetwork } from "../../sample/network.ts";
import { Channels } from "./Channels.tsx";

const accountOf = (platform: Platform, name: string, facts: Partial<ChannelRow> = {}): ChannelRow => ({
  channelid: `b0000000-0000-4000-8000-00000000000${platform.length}`,
  platform,
  name,
  username: `${platform}_fjord`,
  departmentid: null,
  state: "working",
  reason: null,
  mend: null,
  since: null,
  last_in: null,
  last_out: null,
  waiting: 0,
  can_start: false,
  starts_by: null,
  ...facts,
});
const bot = accountOf("telegram", "Fjord bot", {
  departmentid: departments.refunds.departmentid,
  traffic: {
    today: { received: 212, sent: 188, failed: 1 },
    hours: [...Array<number>(23).fill(0), 24],
    waiting_tickets: 0,
    waiting_since: null,
  },
});
const mailbox = accountOf("email", "Fjord desk", {
  state: "broken",
  reason: { code: "mail_sign_in_refused", facts: { provider: "imap.fjord.example" } },
});

let network: Network;
let rows: ChannelRow[];
beforeEach(() => {
  rows = [bot, mailbox];
  network = openNetwork({
    "/channels": () => rows,
    "/auth/get-departments": () => Object.values(departments),
    "/admin/get-telegram-token": () => ({ tokenStatus: true }),
    "/mail-sign-ins": () => [],
    [`/channels/${mailbox.channelid}/mailbox`]: () => broken,
  });
});

const open = (path = "/") => mount(<Channels title="Communication services" />, { path });
const card = (name: string) => page.getByRole("listitem").filter({ hasText: name });
const link = (name: string) => page.getByRole("link", { name, exact: true });

test("the overview shows the accounts of all platforms: state, department, today's messages, the fault", async () => {
  open();
  await expect.element(card("Fjord bot")).toMatchTextContent("@telegram_fjord");
  await expect.element(card("Fjord bot")).toMatchTextContent("Working");
  await expect.element(card("Fjord bot")).toMatchTextContent("Refunds");
  await expect.element(card("Fjord bot")).toMatchTextContent("212 in · 188 out · 1 failed");
  await expect.element(card("Fjord desk")).toMatchTextContent("Not working");
  await expect
    .element(card("Fjord desk"))
    .toMatchTextContent("imap.fjord.example refuses the user name or the password.");
  await link("Fjord desk").click();
  await expect.element(page.getByRole("heading", { name: "Fjord desk" })).toBeVisible();
  await expect.element(page.getByText("Fjord bot")).not.toBeInTheDocument();
  await link("Back").click();
  await expect.element(card("Fjord bot")).toBeVisible();
});

test("a platform's tab shows its accounts alone, and its button opens its form", async () => {
  open();
  await page.getByRole("tab", { name: "Email" }).click();
  await expect.element(card("Fjord desk")).toBeVisible();
  await expect.element(page.getByText("Fjord bot")).not.toBeInTheDocument();
  await link("Connect another").click();
  await expect.element(page.getByRole("region", { name: "Connect a mailbox" })).toBeVisible();
});

test("a channel is added by choosing its platform; Back leads to the choice and to the accounts", async () => {
  open();
  await link("Add a channel").click();
  for (const name of ["Telegram", "WhatsApp", "Viber", "Web chat", "Email"])
    await expect.element(link(name)).toBeVisible();
  await link("Viber").click();
  await expect.element(page.getByLabelText("Token")).toHaveFocus();
  await link("Back").click();
  await link("Back").click();
  await expect.element(card("Fjord bot")).toBeVisible();
});

test("the platforms are offered at once when no account is connected, and a tab has its form", async () => {
  rows = [];
  network.on("/admin/get-telegram-token", () => ({ tokenStatus: false }));
  open();
  await expect.element(page.getByText(/^No channel is connected yet/)).toBeVisible();
  await expect.element(link("Web chat")).toBeVisible();
  await page.getByRole("tab", { name: "Telegram" }).click();
  await expect.element(page.getByLabelText("Bot token")).toBeVisible();
});

test("a mailbox that was connected by a sign-in elsewhere is named and marked", async () => {
  open(`/?connected=${mailbox.channelid}#emailIntegration`);
  await expect.element(page.getByText("Fjord desk is connected.")).toBeVisible();
  await expect.element(link("Fjord desk")).toHaveFocus();
});

test("a sign-in elsewhere that failed says why at the form", async () => {
  mount(<Channels title="Email integration" section="emailIntegration" />, {
    path: "/?failed=mail_consent_refused#emailIntegration",
  });
  await expect.element(page.getByText("The mailbox was not connected.", { exact: false })).toBeVisible();
  await link("Back").click();
  await expect.element(card("Fjord desk")).toBeVisible();
  await expect.element(page.getByRole("tab")).not.toBeInTheDocument();
});

test("accounts that fail to load offer a retry", async () => {
  network.on("/channels", broken);
  open();
  await expect.element(page.getByRole("alert")).toBeVisible();
  network.on("/channels", () => rows);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(card("Fjord bot")).toBeVisible();
});
