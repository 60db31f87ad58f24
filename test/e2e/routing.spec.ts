import { expect, test } from "./fixtures.ts";

test("a waiting ticket is offered in turn, shown with its time, accepted by a reply, and says why it went to whom", async ({
  agent,
  colleague: admin,
  client,
}) => {
  await admin.signIn("ingrid", "/admin-panel/settings#departments");
  const { page } = admin;
  await page.getByRole("link", { name: "Bookings" }).click();
  const routing = page.getByRole("region", { name: "Routing" });
  await routing.getByRole("combobox", { name: "Offer tickets" }).click();
  await page.getByRole("option", { name: "In turn" }).click();
  await routing.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("Routing saved")).toBeVisible();

  // The administrator is of the department too: away, they are offered nothing.
  await page.goto("/profile/ingrid");
  await page.getByRole("checkbox", { name: /^Nothing is offered meanwhile/ }).click();
  await expect(page.getByRole("combobox", { name: "Who takes over" })).toBeVisible();

  await agent.signIn("mira");
  await client.write("Where is my booking?");
  const card = agent.ticket(client.name).first();
  await expect(card).toContainText(/Offered to you · .+ left/);
  await card.getByRole("link").click();
  await expect(agent.page.getByText("Your first reply accepts the ticket.")).toBeVisible();
  await agent.composer.fill("It is on its way.");
  await agent.page.keyboard.press("Enter");
  await expect(
    agent.bubble("It is on its way.").getByRole("img", { name: "Sent", exact: true }),
  ).toBeVisible();
  await expect(agent.page.getByText("Your first reply accepts the ticket.")).toBeHidden();
  await expect(card).not.toContainText("Offered to you");
  await agent.page.getByRole("button", { name: "More actions" }).click();
  await agent.page.getByRole("menuitem", { name: "Why?" }).click();
  const offers = agent.page.getByRole("dialog").getByRole("region", { name: "Routing" });
  await expect(offers).toContainText("Offered to Mira Halvorsen");
  await expect(offers).toContainText("longest without an offer");
});
