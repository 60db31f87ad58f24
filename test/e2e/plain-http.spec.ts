import { expect, test } from "./fixtures.ts";

/** A page opened from another machine without a certificate lacks these. */
test("the console starts, sends, and copies over plain http from a private network", async ({
  agent,
  client,
}) => {
  await agent.page.addInitScript(() => {
    Object.defineProperty(Crypto.prototype, "randomUUID", { value: undefined });
    Object.defineProperty(Navigator.prototype, "clipboard", { value: undefined });
  });
  await agent.signIn("mira");
  await client.write("My number is HT-20874.");
  await agent.accept(client.name);
  await agent.write("Thank you!");
  await expect.poll(async () => (await client.messages()).at(-1)?.text).toBe("Thank you!");

  await agent.chat.getByText("My number is").click({ button: "right" });
  await agent.page.getByRole("menuitem", { name: "Copy" }).click();
  await expect(agent.page.getByText("Copied", { exact: true })).toBeVisible();
  await agent.composer.focus();
  await agent.page.keyboard.press("ControlOrMeta+V");
  await expect(agent.composer).toHaveValue("My number is HT-20874.");
});

test("a part that cannot be fetched says so in its place, and opens once the page is loaded anew", async ({
  colleague,
}) => {
  const { page } = colleague;
  await colleague.signIn("ingrid", "/admin-panel/agents");
  const script = /\/assets\/RegisterAgent-[^/]+\.js$/;
  await page.route(script, (route) => route.abort());
  const register = page.getByRole("button", { name: "Add an agent" });
  await register.click();
  await expect(page.getByRole("alert")).toContainText("This part could not be loaded.");
  await expect(register).toBeVisible();
  await page.unroute(script);
  await page.getByRole("button", { name: "Reload" }).click();
  await register.click();
  await expect(page.getByRole("dialog")).toBeVisible();
});
