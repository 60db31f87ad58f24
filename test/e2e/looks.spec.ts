import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "./fixtures.ts";

for (const theme of ["dark", "light"] as const) {
  test(`accessible in ${theme}: sign-in, lists, chat, dialog, on a desk and on a phone`, async ({
    agent,
    client,
    page,
  }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    const check = async (screen: string) => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${screen}: ${id} ${nodes[0]?.html}`)).toEqual([]);
    };
    await page.goto("/login");
    await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
    await check("sign-in");
    await agent.signIn("mira@harbour.example");
    await client.write("Hello <script>alert(1)</script>");
    await client.send({ type: "photo", file: { sample: "beach" } });
    await client.send({ type: "voice" });
    await expect(agent.ticket(client.name)).toBeVisible();
    await check("pending tickets");
    await agent.accept(client.name);
    await agent.write("Good morning");
    await expect(agent.bubble("Good morning").getByRole("img", { name: "Sent", exact: true })).toBeVisible();
    await check("chat");
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await check("close dialog");
    await page.getByRole("button", { name: "No" }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    await check("chat on a phone");
    await page.getByRole("link", { name: "Pending" }).click();
    await expect(agent.ticket(client.name)).toBeVisible();
    await check("tickets on a phone");
  });
}

test("what a client writes is text, never markup", async ({ agent, client }) => {
  await agent.signIn("mira@harbour.example");
  const nasty = `<img src=x onerror="document.title='owned'"><b>bold</b>`;
  await client.write(nasty);
  await agent.accept(client.name);
  await expect(agent.bubble(nasty)).toBeVisible();
  expect(await agent.page.title()).toBe("Parley");
});
