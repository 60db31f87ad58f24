import { openHook } from "../../simulator/src/outside.ts";
import type { Account } from "../../simulator/src/phone.ts";
import { startSimulator } from "../../simulator/src/server.ts";
import { expect, test } from "./fixtures.ts";

type Call = { path: string; headers?: Record<string, string>; body: object };

/** How a business writes to a person by each provider's own call. */
const replies: Record<string, (account: Account, to: string, text: string) => Call> = {
  telegram: ({ connect }, to, text) => ({
    path: `/bot${connect.bot_id}/sendMessage`,
    body: { chat_id: to, text },
  }),
  whatsapp: ({ externalId, connect }, recipient, body) => ({
    path: `/v26.0/${externalId}/messages`,
    headers: { authorization: `Bearer ${connect.access_token}` },
    body: { messaging_product: "whatsapp", recipient, type: "text", text: { body } },
  }),
  viber: ({ connect }, receiver, text) => ({
    path: "/pa/send_message",
    headers: { "x-viber-auth-token": connect.token ?? "" },
    body: { receiver, type: "text", text, sender: { name: "Harbour" } },
  }),
};

test("the phone page writes and reads on every platform, each with its look", async ({ page }) => {
  const simulator = await startSimulator({ allowInsecureWebhooks: true });
  const hook = await openHook();
  const { control } = simulator;
  const call = async ({ path, headers, body }: Call) => {
    const answer = await fetch(simulator.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    expect(answer.ok).toBe(true);
  };
  try {
    const walls = new Set<string>();
    for (const platform of Object.keys(control.features())) {
      const account = control.createAccount({ platform, name: "Harbour" });
      if (platform === "viber")
        await call({
          path: "/pa/set_webhook",
          headers: { "x-viber-auth-token": account.connect.token ?? "" },
          body: { url: hook.url },
        });
      await page.goto(`${simulator.url}/phone?account=${account.id}`);
      await page.getByRole("button", { name: "New client" }).click();
      await page.getByLabel("First name").fill(`Olena ${platform}`);
      await page.getByRole("button", { name: "Create client" }).click();
      await page.getByRole("textbox", { name: "Message" }).fill("Where is order 7?");
      await page.getByRole("button", { name: "Send", exact: true }).click();
      const log = page.getByRole("log", { name: "Conversation" });
      await expect(log.locator('[data-side="client"]').last()).toContainText("Where is order 7?");
      const person = control.people().find(({ name }) => name === `Olena ${platform}`);
      const { externalId } = control.chat({ account: account.id, person: person?.id ?? 0 });
      const reply = replies[platform];
      if (!reply) throw new Error(`How ${platform} writes is not told here`);
      await call(reply(account, externalId, "It is on its way."));
      await expect(log.locator('[data-side="bot"]').last()).toContainText("It is on its way.");
      await expect(page.locator("html")).toHaveAttribute("data-platform", platform);
      walls.add(await log.evaluate((element) => getComputedStyle(element).getPropertyValue("--own")));
    }
    expect(walls.size).toBe(Object.keys(control.features()).length);
  } finally {
    await simulator.close();
    await hook.close();
  }
});
