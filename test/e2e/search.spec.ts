import { expectAccessible } from "./accessible.ts";
import { desk } from "./control.ts";
import { expect, test } from "./fixtures.ts";

const mail = [
  "From: Henrik Aas <henrik@aas.example>",
  "To: {account}",
  "Cc: Lise Aas <lise@kvitsoy.example>",
  "Subject: Two seats on 12 December",
  "Message-ID: <seats-search@aas.example>",
  "MIME-Version: 1.0",
  "Content-Type: text/plain; charset=utf-8",
  "",
  "Are there two seats?",
].join("\r\n");

test("an agent finds a mail by its Cc, a Japanese word and a note, each opened at its place", async ({
  agent,
  client,
  company,
}) => {
  const { page } = agent;
  await agent.signIn("mira");
  await client.write("昨日の返金をお願いします");
  await agent.accept(client.name);
  await page.getByRole("button", { name: /^Note/ }).click();
  const field = page.getByRole("textbox", { name: "Note for colleagues" });
  await field.fill("The oyster card was refunded");
  await field.press("Enter");
  await expect(agent.chat.getByRole("article", { name: /^Note by/ })).toContainText("oyster");
  await desk.receiveMail(company.id, mail);
  await expect(page.getByText("Two seats on 12 December").first()).toBeVisible();

  const bar = page.getByRole("combobox", { name: "What are you looking for?" });
  await page.keyboard.press("Control+k");
  await bar.fill("kvitsoy");
  await page.getByRole("option", { name: /Two seats on 12 December.*lise/ }).click();
  await expect(agent.chat.getByText("Are there two seats?")).toBeVisible();

  await page.keyboard.press("Control+k");
  await bar.fill("返金");
  await expect(page.getByRole("option", { name: /返金をお願い/ })).toBeVisible();
  await expectAccessible(page, "results in the command bar");
  await page.getByRole("option", { name: /返金をお願い/ }).click();
  await expect(agent.bubble("昨日の返金をお願いします")).toBeVisible();

  await page.keyboard.press("Control+k");
  await bar.fill("oyster");
  await page.getByRole("option", { name: /Show all results/ }).click();
  await expect(page).toHaveURL(/\/workspace\/search\?q=oyster/);
  const found = page.getByRole("main").getByRole("link", { name: /oyster card/ });
  await expect(found).toBeVisible();
  await expectAccessible(page, "the search page");
  await found.click();
  await expect(agent.chat.getByRole("article", { name: /^Note by/ })).toBeInViewport();
});

test("an agent never finds what another department's ticket says", async ({ agent, colleague, client }) => {
  const word = `wolpertinger${Date.now()}`;
  await client.write(`A ${word}, please`);
  await agent.signIn("mira");
  await expect(agent.ticket(client.name)).toBeVisible();
  await colleague.signIn("naledi");
  await colleague.page.goto(`/workspace/search?q=${word}`);
  await expect(colleague.page.getByText("Nothing found")).toBeVisible();
  await agent.page.goto(`/workspace/search?q=${word}`);
  await expect(
    agent.page
      .getByRole("main")
      .getByRole("link", { name: new RegExp(word) })
      .first(),
  ).toBeVisible();
});
