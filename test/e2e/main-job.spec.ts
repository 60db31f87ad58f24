import { expect, test } from "./desk-fixture.ts";

test("a message typed on the phone is a ticket within a second, is answered, and the answer is on the phone", async ({
  desk,
  console: agent,
  phone,
}) => {
  const dimitar = await phone.open("Dimitar Petrov");
  await agent.signIn(desk.agents.mira);
  await expect(agent.page.getByRole("heading", { name: /pending tickets/i })).toBeVisible();

  const written = Date.now();
  await dimitar.write("Hello, I booked HT-20874 but I see two charges.");
  const card = agent.ticket("Dimitar Petrov");
  await expect(card).toBeVisible();
  expect(Date.now() - written).toBeLessThan(1_000 + 500);
  await card.getByRole("button", { name: "Accept" }).click();
  await card.click();
  await expect(agent.chat.getByText("I see two charges")).toBeVisible();

  await agent.write("Thanks for writing. I will have one reversed today.");
  await expect(agent.bubble("I will have one reversed today").getByLabel("Sent")).toBeVisible();
  await expect(dimitar.message("I will have one reversed today")).toBeVisible();
});

test("closing asks for stars, the answer is the rating, and writing again reopens", async ({
  desk,
  console: agent,
  phone,
}) => {
  const rosa = await phone.open("Rosa Martínez");
  await agent.signIn(desk.agents.mira);
  await rosa.write("¿Puedo cambiar la fecha?");
  await agent.accept("Rosa Martínez");
  await agent.write("Sí, ya está cambiada.");
  await agent.close();
  await expect(agent.ticket("Rosa Martínez")).toHaveCount(0);

  await rosa.press("⭐⭐⭐");
  await agent.showClosed();
  await agent.ticket("Rosa Martínez").click();
  await expect(agent.chat.getByRole("img", { name: /3 (of|out of) 3/i })).toBeVisible();

  await rosa.write("Una cosa más");
  await agent.showPending();
  await expect(agent.ticket("Rosa Martínez")).toContainText("Una cosa más");
  await agent.ticket("Rosa Martínez").click();
  await expect(agent.composer).toBeEnabled();
});
