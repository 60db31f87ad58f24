import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { desk } from "./control.ts";
import { expect, test } from "./fixtures.ts";
import { expectRoom } from "./room.ts";

const picture = readFileSync(join(import.meta.dirname, "../../console/public/icons/badge-96.png"));

const mail = (html: string, more: string[] = []): string =>
  [
    "From: Henrik Aas <henrik@aas.example>",
    "To: {account}",
    "Cc: Lise Aas <lise@aas.example>",
    "Subject: Two seats on 12 December",
    "Message-ID: <seats@aas.example>",
    "MIME-Version: 1.0",
    ...more,
    "Content-Type: text/html; charset=utf-8",
    "",
    html,
  ].join("\r\n");

/** Requests that leave the desk. */
function watchOutside(page: Page): string[] {
  const outside: string[] = [];
  page.on("request", (request) => {
    const { hostname } = new URL(request.url());
    if (hostname.endsWith(".example")) outside.push(request.url());
  });
  return outside;
}

test("a hostile mail is shown in its frame: no script runs, and nothing is fetched without a request", async ({
  agent,
  company,
}) => {
  const { page } = agent;
  const outside = watchOutside(page);
  await page.route("https://*.example/**", (route) => route.abort());
  await agent.signIn("mira");
  const nasty = [
    `<p>Are there <b>two seats</b>?</p><script>parent.document.title='owned'</script>`,
    `<img src=x onerror="parent.document.title='owned'"><img src="https://spy.example/seen.png" width="90" height="40">`,
    `<a href="javascript:parent.document.title='owned'">here</a><form action="https://spy.example/"><button>Go</button></form>`,
    `<div style="background:url(https://spy.example/style.png)">styled</div><iframe src="https://spy.example/"></iframe>`,
    `<style>@import "https://spy.example/style.css"</style><meta http-equiv="refresh" content="0;url=https://spy.example/">`,
  ].join("");
  await desk.receiveMail(company.id, mail(nasty));
  await agent.ticket("Henrik Aas").getByRole("link").click();
  const card = agent.bubble("two seats");
  await expect(page.getByRole("heading", { name: "Two seats on 12 December" })).toBeVisible();
  const frame = card.frameLocator("iframe");
  await expect(frame.getByText("two seats", { exact: true })).toHaveCSS("font-weight", "700");
  await expect(frame.locator("script, form, iframe, style[onload]")).toHaveCount(0);
  await expect(frame.locator("img[src]")).toHaveCount(0);
  await expect.poll(async () => (await card.locator("iframe").boundingBox())?.height).toBeGreaterThan(40);
  expect(outside).toEqual([]);
  await expectAccessible(page, "mail");
  await card.getByRole("button", { name: "Show pictures" }).click();
  await expect.poll(() => outside).toEqual(["https://spy.example/seen.png"]);
  expect(await page.title()).not.toContain("owned");
});

test("at most 120 px stand above the conversation, on a desktop and on a phone", async ({
  agent,
  company,
}) => {
  await desk.receiveMail(company.id, mail("<p>Are there two seats?</p>"));
  await agent.signIn("mira");
  await agent.ticket("Henrik Aas").getByRole("link").click();
  await expect(agent.bubble("Are there two seats?")).toBeVisible();
  await expectRoom(agent);
});

test("a mail is written with a copy, layout, a picture in the text and a file, and is sent", async ({
  agent,
  company,
}) => {
  const { page } = agent;
  await desk.receiveMail(company.id, mail("<p>Are there two seats?</p>"));
  await agent.signIn("mira");
  await agent
    .ticket("Henrik Aas")
    .getByRole("button", { name: /^Accept/ })
    .click();
  await agent.ticket("Henrik Aas").getByRole("link").click();
  await page.getByRole("button", { name: "Reply to all" }).click();
  await expect(page.getByRole("list", { name: "Cc", exact: true })).toContainText("Lise Aas");
  await agent.composer.click();
  await page.keyboard.type("Seat ");
  await page.keyboard.press("ControlOrMeta+b");
  await page.keyboard.type("14A");
  await page.keyboard.press("ControlOrMeta+b");
  await page.keyboard.type(" it is: ");
  await page.evaluate(
    (bytes) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([Uint8Array.from(bytes)], "map.png", { type: "image/png" }));
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    },
    [...picture],
  );
  await expect(agent.composer.getByRole("img", { name: "map.png" })).toBeVisible();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Attach a file" }).click();
  await (await chooser).setFiles({ name: "terms.txt", mimeType: "text/plain", buffer: Buffer.from("terms") });
  await expect(page.getByRole("list", { name: "Attached files" })).toContainText("terms.txt");
  await expectAccessible(page, "mail composer");
  // The pause lets the draft be saved.
  await expect(page.getByText("Draft saved")).toBeVisible();
  await page.reload();
  await expect(agent.composer.getByRole("img", { name: "map.png" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Cc", exact: true })).toContainText("Lise Aas");
  await agent.composer.click();
  await page.keyboard.press("ControlOrMeta+Enter");
  const sent = agent.bubble("terms.txt");
  await expect(sent.frameLocator("iframe").getByText("14A", { exact: true })).toHaveCSS("font-weight", "700");
  await expect(sent.getByRole("img", { name: "Sent", exact: true })).toBeVisible();
  await expect(sent).toContainText("to Henrik Aas, cc Lise Aas");
  await expect(sent.getByRole("link", { name: /terms\.txt/ })).toBeVisible();
  const download = page.waitForEvent("download");
  await sent.hover();
  await sent.getByRole("button", { name: "Message actions" }).click();
  await page.getByRole("menuitem", { name: "Original (.eml)" }).click();
  const raw = readFileSync(await (await download).path(), "utf8");
  expect(raw).toMatch(/^To: .*henrik@aas\.example/m);
  expect(raw).toMatch(/^In-Reply-To: <seats@aas\.example>/m);
  expect(raw).toContain("<strong>14A</strong>");
  expect(raw).toMatch(/filename=terms\.txt/);
});

test("a mail to a new address waits in its writer's list, is taken back, and opens its ticket when it is sent", async ({
  agent,
  company,
}) => {
  const { page } = agent;
  // Connects the company's mail account.
  await desk.receiveMail(company.id, mail("<p>Are there two seats?</p>"));
  await agent.signIn("mira");
  await expect(agent.ticket("Henrik Aas")).toBeVisible();
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Write a mail" }).click();
  await dialog.getByRole("combobox", { name: "To" }).fill("olena@pier.example");
  await page.keyboard.press("Enter");
  await dialog.getByRole("textbox", { name: "Subject" }).fill("Your seats");
  await dialog.getByRole("textbox", { name: "Message" }).click();
  await page.keyboard.type("Good news");
  await dialog.getByRole("button", { name: "Send later…" }).click();
  await page.getByRole("button", { name: "In one hour" }).click();
  await expect(page.getByText(/^Your mail will be sent/)).toBeVisible();
  await expect(agent.ticket("olena@pier.example")).toHaveCount(0);

  const own = page.getByRole("button", { name: /leaves later/ });
  await own.click();
  await expect(dialog.getByText("To olena@pier.example, a new conversation")).toBeVisible();
  await expectAccessible(page, "own mails that wait");
  await dialog.getByRole("button", { name: "Take back" }).click();
  await expect(dialog.getByRole("textbox", { name: "Subject" })).toHaveValue("Your seats");
  await expect(dialog.getByRole("textbox", { name: "Message" })).toHaveText("Good news");
  await dialog.getByRole("button", { name: "Send later…" }).click();
  await page.getByRole("button", { name: "Tomorrow at 9:00" }).click();
  await page.reload();
  await own.click();
  await dialog.getByRole("button", { name: "Send now" }).click();
  await expect(agent.ticket("olena@pier.example")).toHaveCount(1);
  await expect(own).toHaveCount(0);
});

test("addresses are suggested in To, Cc and Bcc by keyboard, and none of a client whom the agent does not see", async ({
  agent,
  colleague: admin,
  company,
}) => {
  const { page } = agent;
  await desk.receiveMail(company.id, mail("<p>Are there two seats?</p>"));
  const helga = mail("<p>Where is my refund?</p>")
    .replace("Henrik Aas <henrik@", "Helga Moe <helga@")
    .replace("<seats@", "<refund@");
  await desk.receiveMail(company.id, helga);
  await admin.signIn("ingrid");
  await admin.open("Helga Moe");
  await admin.page.getByRole("button", { name: "Reassign" }).click();
  const moves = admin.page.getByRole("dialog", { name: "Reassign this ticket" });
  await moves.getByText("Refunds").click();
  await moves.getByRole("button", { name: "Reassign" }).click();
  await expect(admin.page.getByText("Ticket reassigned to Refunds")).toBeVisible();
  await admin.page.getByRole("button", { name: "Write a mail" }).click();
  await admin.page.getByRole("combobox", { name: "To" }).pressSequentially("hel");
  await expect(admin.page.getByRole("option", { name: /Helga Moe/ })).toBeVisible();

  await agent.signIn("mira");
  await page.getByRole("button", { name: "Write a mail" }).click();
  const dialog = page.getByRole("dialog");
  const option = page.getByRole("option");
  async function choose(field: string, typed: string, name: RegExp) {
    await dialog.getByRole("combobox", { name: field, exact: true }).pressSequentially(typed);
    await expect(option.filter({ hasText: name })).toBeVisible();
    await expect(option.filter({ hasText: "Helga" })).toHaveCount(0);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
  }
  const to = dialog.getByRole("combobox", { name: "To", exact: true });
  const answered = page.waitForResponse(/address-suggestions\?phrase=hel/);
  await to.pressSequentially("hel");
  await answered;
  await expect(page.getByText("Helga Moe")).toHaveCount(0);
  await to.fill("");
  await choose("To", "aas.ex", /Henrik Aas <henrik@aas\.example>/);
  await dialog.getByRole("button", { name: "Cc", exact: true }).click();
  await choose("Cc", "jona", /Jonas Weber.*Colleague/);
  await dialog.getByRole("button", { name: "Bcc", exact: true }).click();
  await choose("Bcc", "emre", /Emre Yıldız.*Colleague/);
  await expectAccessible(page, "chosen addresses");
  await dialog.getByRole("textbox", { name: "Subject" }).fill("Two more seats");
  await dialog.getByRole("textbox", { name: "Message" }).click();
  await page.keyboard.type("There are two more.");
  await page.keyboard.press("ControlOrMeta+Enter");
  const sent = agent.bubble("There are two more.");
  await expect(sent).toContainText("to Henrik Aas, cc Jonas Weber");
});

test("the drafts of a mail, a note and a message never mix, on another device too", async ({
  agent,
  newAgentPage,
  client,
  company,
}) => {
  const { page } = agent;
  await desk.receiveMail(company.id, mail("<p>Are there two seats?</p>"));
  await client.write("When do you open?");
  await agent.signIn("mira");
  await agent.accept(client.name);
  await agent.composer.fill("A message");
  await page.getByRole("button", { name: /^Note/ }).click();
  const note = page.getByRole("textbox", { name: "Note for colleagues" });
  await note.fill("A note about the message");
  await agent
    .ticket("Henrik Aas")
    .getByRole("button", { name: /^Accept/ })
    .click();
  await agent.ticket("Henrik Aas").getByRole("link").click();
  await agent.composer.click();
  await page.keyboard.type("A mail");
  await expect(page.getByText("Draft saved")).toBeVisible();
  await page.getByRole("button", { name: /^Note/ }).click();
  await note.fill("A note about the mail");
  const drafts = () => page.evaluate(async () => await (await fetch("/note-drafts")).text());
  await expect.poll(drafts).toContain("A note about the mail");

  const other = await newAgentPage();
  await other.signIn("mira");
  const otherNote = other.page.getByRole("textbox", { name: "Note for colleagues" });
  for (const [name, written, noted] of [
    [client.name, "A message", "A note about the message"],
    ["Henrik Aas", "A mail", "A note about the mail"],
  ] as const) {
    await other.open(name);
    if (name === "Henrik Aas") await expect(other.composer).toHaveText(written);
    else await expect(other.composer).toHaveValue(written);
    await other.page.getByRole("button", { name: /^Note/ }).click();
    await expect(otherNote).toHaveValue(noted);
  }
});
