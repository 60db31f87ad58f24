import { signedHeaders } from "../../server/src/files/posting/secret.ts";
import { accessFolder } from "../../simulator/src/email/mailbox.ts";
import { accessMailbox, mailWorldOf } from "../../simulator/src/email/world.ts";
import { openHook } from "../../simulator/src/outside.ts";
import type { Account } from "../../simulator/src/phone.ts";
import { startSimulator } from "../../simulator/src/server.ts";
import { expect, test } from "./fixtures.ts";

type Call = { path: string; headers?: Record<string, string>; body: object };

/** Writes to a person as a business, by each provider's own call. */
const replies: Record<string, (account: Account, to: string, text: string) => Call> = {
  telegram: ({ connect }, to, text) => ({
    path: `/bot${connect.bot_id}/sendMessage`,
    body: { chat_id: to, text },
  }),
  whatsapp: ({ externalId, connect }, recipient, body) => ({
    path: `/v26.0/${externalId}/messages`,
    headers: { authorization: `Bearer ${connect.access_token}` },
    body: { messaging_product: "whatsapp", recipient, type: "text", text: { body } },
  }),
  viber: ({ connect }, receiver, text) => ({
    path: "/pa/send_message",
    headers: { "x-viber-auth-token": String(connect.token) },
    body: { receiver, type: "text", text, sender: { name: "Harbour" } },
  }),
  gateway({ externalId, connect }, to, text) {
    const message = { id: "1", kind: "text", text, file: null, location: null, quotes: null };
    const body = { type: "channel_message", channel: { url: "http://127.0.0.1:1" }, to, message };
    const signing = { id: "1", at: new Date(), body: JSON.stringify(body) };
    const headers = signedHeaders([String(connect.secret)], signing);
    return { path: new URL(externalId).pathname, headers, body };
  },
};

/** Platforms played by a mail program instead of a chat. */
const byMail = ["email"];

test("the phone page writes and reads on every platform with a chat, each with its look", async ({
  page,
}) => {
  const simulator = await startSimulator({ allowInsecureWebhooks: true });
  const hook = await openHook();
  const { control } = simulator;
  const call = async ({ path, headers, body }: Call) => {
    const answer = await fetch(simulator.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    expect(answer.ok).toBe(true);
  };
  try {
    const walls = new Set<string>();
    const chats = Object.keys(replies);
    expect([...chats, ...byMail].sort()).toEqual(Object.keys(control.features()).sort());
    for (const platform of chats) {
      const account = control.createAccount({ platform, name: "Harbour" });
      if (platform === "viber")
        await call({
          path: "/pa/set_webhook",
          headers: { "x-viber-auth-token": String(account.connect.token) },
          body: { url: hook.url },
        });
      await page.goto(`${simulator.url}/phone?account=${account.id}`);
      await page.getByRole("button", { name: "New client" }).click();
      await page.getByLabel("First name").fill(`Olena ${platform}`);
      await page.getByRole("button", { name: "Create client" }).click();
      await page.getByRole("textbox", { name: "Message" }).fill("Where is order 7?");
      await page.getByRole("button", { name: "Send", exact: true }).click();
      const log = page.getByRole("log", { name: "Conversation" });
      await expect(log.locator('[data-side="client"]').last()).toContainText("Where is order 7?");
      const person = control.people().find(({ name }) => name === `Olena ${platform}`);
      const { externalId } = control.chat({ account: account.id, person: person?.id ?? 0 });
      const reply = replies[platform] as (typeof replies)[string];
      await call(reply(account, externalId, "It is on its way."));
      await expect(log.locator('[data-side="bot"]').last()).toContainText("It is on its way.");
      await expect(page.locator("html")).toHaveAttribute("data-platform", platform);
      walls.add(await log.evaluate((element) => getComputedStyle(element).getPropertyValue("--own")));
    }
    expect(walls.size).toBe(chats.length);
  } finally {
    await simulator.close();
    await hook.close();
  }
});

test("the bar below a conversation stays in place when Start is pressed", async ({ client, openPhone }) => {
  const phone = await openPhone(client);
  const start = phone.getByRole("button", { name: "Start", exact: true });
  const bar = phone.getByRole("textbox", { name: "Message" });
  await expect(start).toBeVisible();
  const place = await bar.boundingBox();
  await start.click();
  await expect(start).toBeHidden();
  expect(await bar.boundingBox()).toEqual(place);
});

test("the phone's mail program writes, shows a mail with HTML and files, and answers it", async ({
  page,
}) => {
  const simulator = await startSimulator();
  const { control, network } = simulator;
  try {
    const account = control.createAccount({ platform: "email", name: "Harbour" });
    const rosa = await control.createPerson({ firstName: "Rosa", platform: "email" });
    const mailbox = accessMailbox(network, account.id);
    const inbox = () => accessFolder(mailbox, "INBOX").mails.map(({ raw }) => raw.toString());
    await page.goto(`${simulator.url}/phone?account=${account.id}&person=${rosa.id}`);

    await page.getByRole("button", { name: "New mail" }).click();
    await expect(page.getByRole("textbox", { name: "To" })).toHaveValue(account.handle);
    await page.getByLabel("Subject").fill("Order 7");
    await page.getByRole("textbox", { name: "Text" }).fill("Where is it?");
    const file = { name: "bill.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4") };
    await page.locator('input[type="file"]').setInputFiles(file);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(page.locator('[data-side="client"]')).toContainText("Order 7");
    expect(inbox()).toEqual([expect.stringMatching(/Subject: Order 7[\s\S]*filename=bill\.pdf/)]);

    const raw = [
      `From: Harbour <${account.handle}>`,
      `To: ${rosa.address}`,
      "Cc: pablo@mail.example",
      "Subject: Re: Order 7",
      "Message-ID: <a1@harbour.example>",
      "Content-Type: text/html",
      "",
      "<p>It is <b>on its way</b>.</p>",
    ].join("\r\n");
    const sent = { mailbox, from: account.handle, to: [rosa.address], raw: Buffer.from(raw) };
    await mailWorldOf(network).office.submit(sent);
    await page.locator('[data-side="bot"]').click();
    const mail = page.getByRole("article", { name: "Re: Order 7" });
    await expect(mail).toContainText("pablo@mail.example");
    await expect(page.frameLocator(".mail-frame").getByText("on its way")).toBeVisible();
    await mail.getByRole("button", { name: "Reply to all" }).click();
    await page.getByRole("textbox", { name: "Text" }).fill("Thank you");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(page.locator('[data-side="client"]')).toHaveCount(2);
    expect(inbox().at(-1)).toMatch(
      /Cc: pablo@mail\.example[\s\S]*In-Reply-To: <a1@harbour\.example>[\s\S]*Thank you/,
    );
  } finally {
    await simulator.close();
  }
});
