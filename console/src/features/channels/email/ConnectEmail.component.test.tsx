import { reasonOf } from "@parley/contract/reasons";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mount } from "../../../sample/mount.tsx";
import { type Network, openNetwork, Status } from "../../../sample/network.ts";
import type { Connected } from "../tab/props.ts";
import { ConnectEmail } from "./ConnectEmail.tsx";

const path = "/channels/email/connect";
const account = {
  channelid: "6a0f2ad4-0000-4000-8000-000000000001",
  platform: "email",
  name: "Harbour Travel",
  username: "help@harbour.test",
  departmentid: null,
  state: "working",
  reason: null,
  mend: null,
  since: null,
  last_in: null,
  last_out: null,
  waiting: 0,
  can_start: true,
  starts_by: "mail",
};
const signIns = [
  { provider: "google", name: "Google", missing: [] },
  { provider: "microsoft", name: "Microsoft", missing: ["MICROSOFT_CLIENT_ID"] },
];
const form = page.getByRole("form", { name: "With a password" });
const connect = form.getByRole("button", { name: "Connect" });

const onConnected = vi.fn<(connected: Connected) => void>();
const said = () => onConnected.mock.calls.map(([connected]) => connected.said);
const openForm = () => mount(<ConnectEmail onConnected={onConnected} />);

let network: Network;
beforeEach(() => {
  onConnected.mockReset();
  network = openNetwork({ [path]: () => account, "/mail-sign-ins": () => signIns });
});

async function choose(provider: string) {
  await page.getByRole("combobox", { name: "Provider" }).click();
  await page.getByRole("option", { name: provider }).click();
}
async function fill(fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields))
    await form.getByLabelText(label, { exact: true }).fill(value);
}

test("a known provider only needs an address and its password", async () => {
  openForm();
  await choose("Fastmail");
  await fill({ "Name that clients see": "Harbour Travel", "Email address": " help@harbour.test " });
  await form.getByLabelText("App password", { exact: true }).fill("a b c");
  await userEvent.keyboard("{Enter}");
  await expect.poll(said).toEqual(["Harbour Travel now brings its mails here."]);
  const signIn = { user: "help@harbour.test", password: "a b c" };
  expect(network.sent(path)).toEqual([
    {
      address: "help@harbour.test",
      name: "Harbour Travel",
      imap: { host: "imap.fastmail.com", port: 993, secure: true, ...signIn },
      smtp: { host: "smtp.fastmail.com", port: 465, secure: true, ...signIn },
    },
  ]);
});

test("another provider is asked for its servers, the usual port follows the encryption, and a refusal stands at its field", async () => {
  network.on(path, () => {
    const reason = reasonOf("mail_sign_in_refused", { provider: "imap.harbour.test" });
    return new Status(400, { code: "provider_refused", message: "refused", reason });
  });
  openForm();
  await choose("Another provider");
  await connect.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Cannot submit an empty field!");
  await fill({
    "Name that clients see": "Help",
    "Email address": "help@harbour.test",
    "User name, unless it is the address": "help",
    "Mailbox password": "secret",
  });
  const [imap, smtp] = ["Incoming mail (IMAP)", "Outgoing mail (SMTP)"].map((name) =>
    form.getByRole("group", { name }),
  );
  await imap?.getByLabelText("Server").fill("imap.harbour.test");
  await smtp?.getByLabelText("Server").fill("smtp.harbour.test");
  await expect.element(form.getByLabelText("Name that clients see")).not.toHaveAttribute("aria-invalid");
  await smtp?.getByRole("combobox", { name: "Encryption" }).click();
  await page.getByRole("option", { name: "STARTTLS" }).click();
  await connect.click();
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("imap.harbour.test refuses the user name or the password.");
  const password = form.getByLabelText("Mailbox password", { exact: true });
  await expect.element(password).toHaveAttribute("aria-invalid", "true");
  const signIn = { user: "help", password: "secret" };
  expect(network.sent(path)).toMatchObject([
    {
      imap: { host: "imap.harbour.test", port: 993, secure: true, ...signIn },
      smtp: { host: "smtp.harbour.test", port: 587, secure: false, ...signIn },
    },
  ]);
});

test("a webhook's address and secret are shown once", async () => {
  network.on(path, () => ({
    ...account,
    webhook_address: "https://desk.test/webhooks/email/1",
    webhook_secret: "mws_secret",
  }));
  openForm();
  await choose("By webhook");
  await fill({
    "Name that clients see": "Help",
    "Email address": "help@harbour.test",
    "Mailbox password": "secret",
    Server: "smtp.harbour.test",
  });
  await connect.click();
  await expect.element(page.getByText("mws_secret")).toBeVisible();
  await expect.element(page.getByText("https://desk.test/webhooks/email/1")).toBeVisible();
  expect(network.sent(path)).toMatchObject([{ imap: null }]);
  expect(said()).toEqual([]);
  await page.getByRole("button", { name: "Done" }).click();
  expect(said()).toEqual(["Harbour Travel now brings its mails here."]);
});

test("signing in at a provider begins with a name; one that is not set up says what is missing", async () => {
  const begun = "/begin-mail-sign-in";
  network.on(
    begun,
    () => new Status(400, { code: "invalid", message: "No", reason: reasonOf("signup_over") }),
  );
  openForm();
  const signIn = page.getByRole("button", { name: "Sign in with Google" });
  await signIn.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Please fill in: Name that clients see");
  expect(network.sent(begun)).toEqual([]);
  await page.getByLabelText("Name that clients see").fill("Help");
  await signIn.click();
  await expect.poll(() => network.sent(begun)).toEqual([{ provider: "google", name: "Help" }]);
  await page.getByRole("button", { name: "Use an app password instead" }).click();
  await expect.element(form.getByLabelText("App password", { exact: true })).toBeVisible();
  await choose("Microsoft 365 and Outlook.com");
  await expect.element(page.getByText("MICROSOFT_CLIENT_ID", { exact: false })).toBeVisible();
  await expect.element(form).not.toBeInTheDocument();
});

test("signed addresses are chosen with the mailbox, and the hint leads to older mail", async () => {
  openForm();
  await expect
    .element(page.getByText("Older mail can be fetched once it is connected.", { exact: false }))
    .toBeVisible();
  await choose("Fastmail");
  await fill({ "Name that clients see": "Help", "Email address": "help@harbour.test" });
  await form.getByLabelText("App password", { exact: true }).fill("a b c");
  const bounce = form.getByRole("checkbox", { name: "Bounces go to an address of their mail" });
  await form.getByRole("checkbox", { name: "Answers go to an address of their ticket" }).click();
  await bounce.click();
  await bounce.click();
  await connect.click();
  await expect.poll(() => network.sent(path)).toMatchObject([{ reply_address: true }]);
  expect(network.sent(path)[0]).not.toHaveProperty("bounce_address");
});
