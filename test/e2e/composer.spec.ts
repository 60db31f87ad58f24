import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { AgentPage } from "./agent-page.ts";
import { crossAnswer, dropFiles, paste } from "./composing.ts";
import { expect, test } from "./fixtures.ts";
import type { PhoneClient } from "./phone-client.ts";

const notice = (agent: AgentPage) => agent.page.getByRole("region", { name: "Not sent yet" });
const texts = async (client: PhoneClient) => (await client.messages()).map(({ text }) => text);
const bubblesPage = async (page: Page) => {
  await page.goto("/profile/mira/bubbles");
  await expect(page.getByRole("heading", { name: "create and edit bubbles" })).toBeVisible();
};

test("an answer that crosses the client's message returns with it, and is sent with one more key", async ({
  agent,
  client,
}) => {
  await agent.signIn("mira");
  await client.write("Please cancel my booking.");
  await agent.accept(client.name);
  await expect(agent.bubble("Please cancel")).toBeVisible();
  await crossAnswer(agent, client, "No, wait!");
  await agent.composer.fill("Done, it is cancelled.");
  await agent.composer.press("Enter");
  await expect(notice(agent)).toContainText(`${client.name} has written something new`);
  await expect(notice(agent).getByRole("listitem")).toHaveText(["No, wait!"]);
  await expect(agent.composer).toHaveValue("Done, it is cancelled.");
  await expect(agent.composer).toBeFocused();
  expect(await texts(client)).not.toContain("Done, it is cancelled.");

  await agent.page.keyboard.press("Escape");
  await expect(notice(agent)).toHaveCount(0);
  await expect(agent.composer).toBeFocused();
  await agent.composer.fill("Nothing is cancelled.");
  await crossAnswer(agent, client, "Thank you!");
  await agent.composer.press("Enter");
  await expect(notice(agent).getByRole("button", { name: "Send anyway" })).toBeEnabled();
  await agent.page.keyboard.press("Enter");
  await expect(agent.bubble("Nothing is cancelled.")).toHaveCount(1);
  await expect(notice(agent)).toHaveCount(0);
  await expect.poll(() => texts(client)).toContain("Nothing is cancelled.");
  expect((await texts(client)).filter((text) => text === "Nothing is cancelled.")).toHaveLength(1);
});

test("a file is dropped, previewed, cancelled; pasted and sent; too large or empty it is not sent", async ({
  agent,
  client,
}) => {
  const { page } = agent;
  await agent.signIn("mira");
  await client.write("Could you send me the map?");
  await agent.accept(client.name);
  await expect(agent.bubble("the map")).toBeVisible();
  const preview = page.getByRole("region", { name: "File to send" });

  await dropFiles(page, "dragenter", [1_234_567, 10]);
  await expect(page.getByText("Drop the file to attach it")).toBeVisible();
  // The file is over a message that disappears, and then leaves the window.
  await dropFiles(page, "dragenter", [1]);
  await dropFiles(page, "dragleave", [1]);
  await expect(page.getByText("Drop the file to attach it")).toHaveCount(0);
  await dropFiles(page, "drop", [1_234_567, 10]);
  await expect(preview).toContainText("file-0.bin");
  await expect(preview).toContainText("1.2 MB · BIN");
  await preview.getByRole("button", { name: "Cancel" }).click();
  await expect(agent.composer).toBeFocused();

  await dropFiles(page, "drop", [25 * 2 ** 20 + 1]);
  await expect(preview.getByRole("alert")).toHaveText(/^Filesize too large! .*26\.2 MB/);
  await expect(preview.getByRole("button", { name: "Send", exact: true })).toBeDisabled();
  await page.keyboard.press("Escape");
  await dropFiles(page, "drop", [0]);
  await expect(preview.getByRole("alert")).toHaveText("File is smaller than 1 byte");
  await page.keyboard.press("Escape");

  await paste(page, readFileSync(join(import.meta.dirname, "../../console/public/favicon.svg"), "base64"));
  await expect(preview).toContainText("map.svg");
  await page.getByLabel("Caption").fill("Here it is");
  await page.keyboard.press("Enter");
  await expect(agent.composer).toBeFocused();
  await expect(agent.bubble("Here it is").getByRole("img", { name: "Sent", exact: true })).toBeVisible();
  expect((await client.messages()).at(-1)).toMatchObject({ type: "document", text: "Here it is" });
});

test("an upload shows its progress, a reload asks first, and a cancelled one does not arrive", async ({
  agent,
  client,
}) => {
  await agent.signIn("mira");
  await client.write("Could you send me the film?");
  await agent.accept(client.name);
  const release = Promise.withResolvers<void>();
  await agent.page.route("**/send-file", async (route) => {
    await release.promise;
    await route.abort();
  });
  const chooser = agent.page.waitForEvent("filechooser");
  await agent.page.getByRole("button", { name: "Attach a file" }).click();
  await (await chooser).setFiles({ name: "film.bin", mimeType: "", buffer: Buffer.alloc(200_000, 1) });
  await agent.page.keyboard.press("Enter");
  await expect(agent.chat.getByRole("progressbar")).toBeVisible();
  const asked = agent.page.waitForEvent("dialog");
  await agent.page.close({ runBeforeUnload: true });
  const prompt = await asked;
  expect(prompt.type()).toBe("beforeunload");
  await prompt.dismiss();
  await agent.chat.getByRole("button", { name: "Cancel the upload" }).click();
  await expect(agent.chat.getByText("film.bin")).toHaveCount(0);
  expect(
    await agent.page.evaluate(() => dispatchEvent(new Event("beforeunload", { cancelable: true }))),
  ).toBe(true);
  release.resolve();
  await agent.write("I shall send it later.");
  await expect.poll(async () => (await client.messages()).length).toBe(2);
});

test("bubbles are made, changed and deleted in one tab and shown in the other, and a slash inserts one", async ({
  agent,
  client,
  context,
}) => {
  await agent.signIn("mira");
  await client.write("When are you open?");
  await agent.accept(client.name);
  const { page } = agent;
  const other = await context.newPage();
  await bubblesPage(other);
  await bubblesPage(page);
  const listed = other.getByRole("listitem");
  await expect(other.getByText("You have no bubbles yet")).toBeVisible();

  const content = page.getByRole("textbox", { name: "Content" });
  await expect(content).toBeHidden();
  await page.getByRole("textbox", { name: "Name" }).click();
  await page.keyboard.type("Hours");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("Cannot submit an empty field!");
  const long = `We are open from nine to five. ${"Really. ".repeat(10)}`;
  await content.fill(long);
  await content.press("Enter");
  await expect(listed).toHaveText([`Hours${long.slice(0, 50)}…`]);

  await page.getByRole("button", { name: "Hours" }).click();
  await expect(content).toHaveValue(long.trim());
  await content.fill("We are open from nine to six.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(listed).toHaveText(["HoursWe are open from nine to six."]);

  await page.goto("/");
  await agent.open(client.name);
  await agent.composer.click();
  await page.keyboard.type("/hou");
  await expect(page.getByRole("listbox").getByRole("option")).toHaveText([
    "HoursWe are open from nine to six.",
  ]);
  await page.keyboard.press("Enter");
  await expect(agent.composer).toHaveValue("We are open from nine to six.");
  await page.keyboard.press("Enter");
  await expect(agent.bubble("from nine to six")).toHaveCount(1);
  await page.getByRole("button", { name: "Insert a bubble" }).click();
  await expect(page.getByRole("combobox", { name: "Search bubbles" })).toBeFocused();
  await page.keyboard.type("hours");
  await page.keyboard.press("Enter");
  await expect(agent.composer).toHaveValue("We are open from nine to six.");
  await expect(agent.composer).toBeFocused();
  await agent.composer.fill("");

  await other.getByRole("button", { name: "Hours" }).click();
  await other.getByRole("button", { name: "Delete" }).click();
  await other.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(other.getByText("You have no bubbles yet")).toBeVisible();
  await agent.composer.fill("/");
  await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(0);
  await agent.composer.fill("");
});

test("a bubble opened while its own save is unanswered stays open", async ({ agent, page }) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/create-bubble", async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  await agent.signIn("emre");
  await page.goto("/profile/emre/bubbles");
  const name = page.getByRole("textbox", { name: "Name" });
  await name.click();
  await page.keyboard.type("Opening hours");
  await page.getByRole("textbox", { name: "Content" }).fill("From nine to six.");
  await page.getByRole("button", { name: "Create" }).click();
  // The event of other tabs is faster than the answer.
  await page.getByRole("button", { name: "Opening hours" }).click();
  await expect(page.getByRole("button", { name: "Delete" })).toBeVisible();
  answer();
  await expect(page.getByText("Bubble saved").first()).toBeVisible();
  await expect(name).toHaveValue("Opening hours");
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("button", { name: "Opening hours" })).toHaveCount(0);
});

test("a draft is on the agent's other device, follows the text, and disappears when it is sent", async ({
  agent,
  colleague: phone,
  client,
}) => {
  await agent.signIn("mira");
  await client.write("Do you have a room?");
  await agent.accept(client.name);
  await agent.composer.fill("We have one");
  await expect(agent.page.getByText("Draft saved")).toBeVisible();
  await phone.signIn("mira");
  await phone.open(client.name);
  await expect(phone.composer).toHaveValue("We have one");
  await agent.composer.fill("We have one with a view");
  await expect(phone.composer).toHaveValue("We have one with a view");
  await phone.composer.press("Enter");
  await expect(phone.bubble("We have one with a view")).toHaveCount(1);
  await expect(phone.composer).toHaveValue("");
  await agent.page.reload();
  await expect(agent.bubble("We have one with a view")).toHaveCount(1);
  await expect(agent.composer).toHaveValue("");
});

test("emoji are found by name and inserted at the cursor; Enter that chooses a word of an input method sends nothing", async ({
  agent,
  client,
}) => {
  const { page } = agent;
  await agent.signIn("mira");
  await client.write("Thank you");
  await agent.accept(client.name);
  await agent.composer.fill("Gladly !");
  await agent.composer.press("ArrowLeft");
  await page.getByRole("button", { name: "Insert an emoji" }).click();
  await expect(page.getByRole("combobox", { name: "Search emoji" })).toBeFocused();
  await page.keyboard.type("thumbs up");
  await page.keyboard.press("Enter");
  await expect(agent.composer).toHaveValue("Gladly 👍!");
  await expect(agent.composer).toBeFocused();
  const composing = { key: "Enter", isComposing: true, bubbles: true, cancelable: true };
  await agent.composer.dispatchEvent("keydown", composing);
  await expect(agent.composer).toHaveValue("Gladly 👍!");
  await agent.composer.press("Shift+Enter");
  await expect(agent.composer).toHaveValue("Gladly 👍\n!");
  await agent.composer.press("Enter");
  await expect.poll(() => texts(client)).toContain("Gladly 👍\n!");
});

test("a file that is dropped beside the chat does not replace the console", async ({ agent, client }) => {
  await agent.signIn("mira");
  await client.write("Not accepted yet");
  await agent.open(client.name);
  const refused = await agent.page.evaluate(() => {
    const carried = new DataTransfer();
    carried.items.add(new File(["x"], "x.txt", { type: "text/plain" }));
    return ["[role=list]", "[role=log]", "header"].flatMap((place) =>
      ["dragover", "drop"].map((type) => {
        const event = new DragEvent(type, { dataTransfer: carried, bubbles: true, cancelable: true });
        return !document.querySelector(place)?.dispatchEvent(event);
      }),
    );
  });
  expect(refused).toEqual(Array(6).fill(true));
  await expect(agent.page.getByRole("region", { name: "File to send" })).toHaveCount(0);
});
