import type { Page } from "@playwright/test";
import { AgentPage } from "./agent-page.ts";
import { appears } from "./appears.ts";
import { desk } from "./control.ts";
import { expect, test } from "./fixtures.ts";
import { addFault } from "./phone-client.ts";
import { expectRoom } from "./room.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

/** Milliseconds from typing on the phone to the agent's screen. */
async function travels(phone: Page, agent: AgentPage, name: string, text: string): Promise<number> {
  const seen = appears(agent.page, text, "[role=listitem]").then(() => Date.now());
  await phone.getByRole("textbox", { name: "Message" }).fill(text);
  await phone.getByRole("button", { name: "Send", exact: true }).click();
  const typed = Date.now();
  await expect(agent.ticket(name)).toContainText(text);
  return (await seen) - typed;
}

test("a message typed on the phone is on the agent's screen within a second, answered, and shown on the phone with its tick", async ({
  agent,
  client,
  openPhone,
}) => {
  await agent.signIn("mira");
  const phone = await openPhone(client);
  await phone.getByRole("button", { name: "Start", exact: true }).click();
  // A busy machine may pause once for longer than that, but not three times.
  const took: number[] = [];
  for (const text of ["Hello", "I booked HT-20874", "I see two charges"]) {
    took.push(await travels(phone, agent, client.name, text));
  }
  expect(Math.min(...took)).toBeLessThan(1_000);

  await agent.accept(client.name);
  await expect(agent.composer).toBeFocused();
  await expect(agent.bubble("HT-20874")).toBeVisible();
  await agent.write("Thanks for writing. One of them goes back today.");
  await expect(
    agent.bubble("One of them goes back").getByRole("img", { name: "Sent", exact: true }),
  ).toBeVisible();
  await expect(phone.getByRole("log").getByText("One of them goes back today.")).toBeVisible();
});

test("closing asks for stars, the answer is the rating, and writing again reopens for the same agent", async ({
  agent,
  client,
}) => {
  await agent.signIn("mira");
  await client.write("Can I change the date?");
  await agent.accept(client.name);
  await agent.write("Done.");
  await agent.close();
  await expect(agent.ticket(client.name)).toHaveCount(0);
  await expect(agent.page.getByText("No chat selected")).toBeVisible();

  await expect.poll(async () => (await client.messages()).at(-1)?.buttons?.length).toBeTruthy();
  const question = (await client.messages()).at(-1);
  await client.press(question?.id ?? 0, question?.buttons?.flat()[2]?.text ?? "");
  await agent.show("Closed");
  await agent.open(client.name);
  await expectRoom(agent);
  await expect(agent.chat.getByRole("img", { name: "Rating: 3 of 3" })).toBeVisible();
  await expect(agent.region(client.name)).toContainText("closed by Mira Halvorsen");

  await client.write("One more thing");
  await agent.show("Pending");
  await expect(agent.ticket(client.name)).toContainText("One more thing");
  await agent.open(client.name);
  await expect(agent.composer).toBeEnabled();
  await expect(agent.chat.getByText("reopened this ticket")).toBeVisible();
});

test("one of two agents accepts, and the other sees who was faster", async ({ agent, colleague, client }) => {
  await agent.signIn("mira");
  await colleague.signIn("jonas");
  await client.write("Who is first?");
  await expect(colleague.ticket(client.name)).toBeVisible();
  await agent.accept(client.name);
  await expect(colleague.ticket(client.name)).toContainText("handled by Mira Halvorsen");
  await colleague.open(client.name);
  await expect(colleague.page.getByText("Mira Halvorsen handles this ticket.")).toBeVisible();
  await expect(colleague.composer).toHaveCount(0);
});

test("other departments and other companies see nothing of the ticket; a moderator does", async ({
  agent,
  colleague,
  client,
  browser,
  baseURL,
}) => {
  await agent.signIn("naledi");
  await colleague.signIn("tomas");
  await client.write("For Bookings only");
  await expect(colleague.ticket(client.name)).toBeVisible();
  await expect(agent.page.getByText("No open tickets")).toBeVisible();

  const neighbours = await desk.create("Northwind Parcels");
  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  const neighbour = new AgentPage(await context.newPage(), neighbours);
  await neighbour.signIn("ingrid");
  await expect(neighbour.page.getByText("No open tickets")).toBeVisible();
  await context.close();
  await desk.leave(neighbours.id);
});

test("photo, voice, location and document are each shown in their form", async ({ agent, client }) => {
  await agent.signIn("mira");
  await client.send({ type: "photo", file: { sample: "beach" }, caption: "Our view" });
  await client.send({ type: "voice" });
  await client.send({ type: "location", latitude: 41.3784, longitude: 2.1925 });
  await client.send({ type: "document" });
  await client.send({ type: "video", file: { size: 30_000_000 } });
  await agent.accept(client.name);
  // All have arrived: a list at its end follows new ones, and the photo would move under the pointer.
  await expect(agent.chat.getByText("Filesize too large!")).toBeVisible();
  await expect(agent.chat.getByRole("button", { name: "Play" })).toBeVisible();
  await expect(agent.chat.getByRole("link", { name: /^Download/ })).toHaveCount(1);
  await agent.bubble("Our view").getByRole("button", { name: "Open the photo" }).click();
  await expect(agent.page.getByRole("dialog").getByRole("img")).toBeVisible();
  await agent.page.keyboard.press("Escape");
  await expect(agent.chat.getByRole("link", { name: "Open in a map" })).toHaveAttribute("href", /41\.3784/);
});

test("a file is dropped, shown, sent, and reaches the phone", async ({ agent, client }) => {
  await agent.signIn("mira");
  await client.write("Please send me the form");
  await agent.accept(client.name);
  const data = await agent.page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["%PDF-1.4 a form"], "form.pdf", { type: "application/pdf" }));
    return transfer;
  })()`);
  await agent.chat.dispatchEvent("dragenter", { dataTransfer: data });
  await expect(agent.page.getByText("Drop the file to attach it")).toBeVisible();
  await agent.chat.dispatchEvent("drop", { dataTransfer: data });
  const preview = agent.page.getByRole("region", { name: "File to send" });
  await expect(preview).toContainText("form.pdf");
  await expect(preview).toContainText("<0.1 KB");
  await preview.getByRole("button", { name: "Send", exact: true }).click();
  await expect(agent.bubble("form.pdf").getByRole("img", { name: "Sent", exact: true })).toBeVisible();
  await expect.poll(async () => (await client.messages()).at(-1)?.type).toBe("document");
});

test("a blocked bot shows its reason, and Retry truly sends again, for the ticket's handler", async ({
  agent,
  colleague,
  client,
}) => {
  await agent.signIn("mira");
  await client.write("I will block you");
  await agent.accept(client.name);
  await client.block();
  await agent.write("Can you read this?");
  const reason = /^Not sent: .*blocked/i;
  await expect(agent.chat.getByText(reason)).toBeVisible();
  await colleague.signIn("jonas");
  await colleague.open(client.name);
  await expect(colleague.chat.getByText(reason)).toBeVisible();
  await expect(colleague.chat.getByRole("button", { name: "Retry" })).toHaveCount(0);
  await client.unblock();
  await agent.chat.getByRole("button", { name: "Retry" }).click();
  await expect(
    agent.bubble("Can you read this?").getByRole("img", { name: "Sent", exact: true }),
  ).toBeVisible();
  const arrived = (await client.messages()).filter((message) => message.text === "Can you read this?");
  expect(arrived).toHaveLength(1);
});

test("a lost answer is reported plainly and nothing is sent twice", async ({
  agent,
  client,
  company,
  simulatorUrl,
}) => {
  await agent.signIn("mira");
  await client.write("Hello?");
  await agent.accept(client.name);
  await addFault(simulatorUrl, company.bot, { kind: "acceptThenDrop", method: "sendMessage" });
  await agent.write("Perhaps you got this.");
  await expect(agent.chat.getByText(/May not have arrived/)).toBeVisible();
  const arrived = (await client.messages()).filter((message) => message.text === "Perhaps you got this.");
  expect(arrived).toHaveLength(1);
});

test("edits, reactions and quoted replies arrive live", async ({ agent, client }) => {
  await agent.signIn("mira");
  const first = await client.write("The flite is at six");
  await agent.accept(client.name);
  await agent.write("Which day?");
  await expect(agent.bubble("Which day?").getByRole("img", { name: "Sent", exact: true })).toBeVisible();
  await client.edit(first.id, "The flight is at six");
  await expect(agent.bubble("The flight is at six")).toContainText("edited");
  const asked = (await client.messages()).find((message) => message.text === "Which day?");
  await client.react(asked?.id ?? 0, "👍");
  await expect(agent.bubble("Which day?")).toContainText("Reaction 👍");
  await client.send({ type: "text", text: "Sunday", replyTo: asked?.id });
  await expect(agent.bubble("Sunday").getByRole("button", { name: /Which day/ })).toBeVisible();
});
