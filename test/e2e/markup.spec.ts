import { expect, test } from "./fixtures.ts";

test("a client's words are text, never markup", async ({ agent, client }) => {
  await agent.signIn("mira");
  const nasty = `<img src=x onerror="document.title='owned'"><b>bold</b>`;
  await client.write(nasty);
  await agent.accept(client.name);
  await expect(agent.bubble(nasty)).toBeVisible();
  await expect(agent.page).toHaveTitle("Parley");
});
