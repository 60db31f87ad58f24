import { expectAccessible } from "./accessible.ts";
import { expect, test } from "./fixtures.ts";

test("an agent's reaction is on the client's phone, is changed, and is taken back", async ({
  agent,
  client,
}) => {
  await agent.signIn("mira");
  await client.write("Thank you for the tickets!");
  await agent.accept(client.name);
  const bubble = agent.bubble("Thank you for the tickets!");
  const onPhone = async () =>
    (await client.messages()).find(({ text }) => text === "Thank you for the tickets!")?.reactions.bot;
  const choose = async (emoji: string) => {
    await bubble.hover();
    await bubble.getByRole("button", { name: "React", exact: true }).click();
    await agent.page.getByRole("menuitemcheckbox", { name: `React with ${emoji}` }).click();
  };
  await choose("👍");
  await expect(bubble.getByRole("button", { name: "Take back our reaction 👍" })).toBeVisible();
  await expect.poll(onPhone).toBe("👍");
  await choose("❤");
  await expect.poll(onPhone).toBe("❤");
  await expectAccessible(agent.page, "reaction");
  await bubble.getByRole("button", { name: "Take back our reaction ❤" }).click();
  await expect.poll(onPhone).toBeUndefined();
  await expect(bubble.getByRole("button", { name: /our reaction/ })).toHaveCount(0);
});
