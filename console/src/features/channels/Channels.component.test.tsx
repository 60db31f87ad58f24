import type { ChannelRow } from "@parley/contract/channels";
import { reasonOf } from "@parley/contract/reasons";
import type { Platform } from "@parley/contract/values";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { mount } from "../../sample/mount.tsx";
import { openNetwork } from "../../sample/network.ts";
import { Channels } from "./Channels.tsx";

const accountOf = (platform: Platform): ChannelRow => ({
  channelid: "b0000000-0000-4000-8000-000000000001",
  platform,
  name: "Help Fjord",
  username: "help_fjord",
  departmentid: null,
  state: "broken",
  reason: reasonOf("credentials_refused", { provider: "The provider" }),
  mend: "connect_again",
  since: null,
  last_in: null,
  last_out: null,
  waiting: 0,
  can_start: false,
  starts_by: null,
});

const number = {
  id: "1060",
  channelid: accountOf("whatsapp").channelid,
  waba_id: "2090",
  webhook_status: "on",
};
const mailbox = {
  channelid: accountOf("email").channelid,
  address: "help@fjord.example",
  imap: { host: "imap.fjord.example", port: 993, secure: true, user: "help" },
  smtp: { host: "smtp.fjord.example", port: 465, secure: true, user: "help" },
  sign_in: "password",
};

test.each([
  ["telegram", "Bot token"],
  ["whatsapp", "Access token"],
  ["viber", "Token"],
  ["email", "Mailbox password"],
] as const)('"Connect it again" of a %s account opens its form at the secret', async (platform, label) => {
  openNetwork({
    "/channels": () => [accountOf(platform)],
    "/auth/get-departments": () => [],
    "/admin/get-telegram-token": () => ({ tokenStatus: true }),
    "/whatsapp-phone-numbers": () => [{ ...number, throughput: { level: null }, reason: null }],
    [`/channels/${mailbox.channelid}/mailbox`]: () => ({
      ...mailbox,
      webhook_address: null,
      folders: ["INBOX"],
      afterwards: "nothing",
      dkim_selector: null,
      dkim_found: null,
      addresses: { reply: { used: false, tested: null }, bounce: { used: false, tested: null } },
      looked_on: null,
      idle: null,
      unread: [],
      import: null,
      bounced: 0,
      domain: { name: "fjord.example", spf: null, dkim: null, dmarc: null },
    }),
    "/mail-sign-ins": () => [],
  });
  mount(<Channels title="Communication services" />, {
    path: `/?service=${platform}&account=${accountOf(platform).channelid}`,
  });
  await page.getByRole("button", { name: "Connect it again" }).click();
  await expect.element(page.getByLabelText(label, { exact: true })).toHaveFocus();
});
