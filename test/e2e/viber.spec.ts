import { expectAccessible } from "./accessible.ts";
import { expect, test } from "./fixtures.ts";
import { createAccount, PhoneClient } from "./phone-client.ts";

test("a Viber account is connected by its token, and a client's question is answered over it", async ({
  agent,
  simulatorUrl,
}) => {
  const account = await createAccount(simulatorUrl, { platform: "viber", name: "Harbour on Viber" });
  await agent.signIn("ingrid", "/admin-panel/settings#channels");
  const { page } = agent;
  await page.getByRole("tab", { name: "Viber" }).click();
  const form = page.getByRole("region", { name: "Viber account" });
  await form.getByRole("textbox").fill("not-a-token-of-any-account");
  await form.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(form.getByRole("alert")).toBeVisible();
  await form.getByRole("textbox").fill(account.connect.token ?? "");
  await form.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByText("Harbour on Viber now brings its messages here.")).toBeVisible();
  await expect(form).toBeHidden();
  await expect(page.getByRole("link", { name: "Harbour on Viber" })).toBeFocused();
  await expectAccessible(page, "viber");

  const client = await PhoneClient.create(simulatorUrl, account.id, "Dimitar");
  await client.write("Is the ferry on time?");
  await page.goto("/");
  await agent.accept(client.name);
  await agent.write("Yes, at nine.");
  await expect(
    agent.bubble("Yes, at nine.").getByRole("img", { name: "Delivered", exact: true }),
  ).toBeVisible();
  expect((await client.messages()).map(({ text }) => text)).toContain("Yes, at nine.");
});
