import { expect, type Locator, type Page } from "@playwright/test";
import { samplePassword } from "../sample/plant.ts";

/** The console as an agent uses it. */
export class AgentPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get chat(): Locator {
    return this.page.getByRole("log", { name: "Messages" });
  }

  region(client: string): Locator {
    return this.page.getByRole("region", { name: `Chat with ${client}` });
  }

  get composer(): Locator {
    return this.page.getByRole("textbox", { name: "Message" });
  }

  async signIn(email: string, password: string = samplePassword): Promise<void> {
    await this.page.goto("/login");
    await this.page.getByLabel("Email").fill(email);
    await this.page.getByLabel("Password", { exact: true }).fill(password);
    await this.page.getByRole("button", { name: "Sign in" }).click();
    await expect(this.page.getByRole("heading", { name: /Pending tickets/ })).toBeVisible();
  }

  ticket(client: string): Locator {
    return this.page.getByRole("listitem").filter({ hasText: client });
  }

  async open(client: string): Promise<void> {
    await this.ticket(client).getByRole("link").click();
    await expect(this.page.getByRole("heading", { name: client, level: 2 })).toBeVisible();
  }

  async accept(client: string): Promise<void> {
    await this.ticket(client)
      .getByRole("button", { name: `Accept the ticket of ${client}` })
      .click();
    await expect(this.ticket(client)).toContainText("handled by you");
    await this.open(client);
  }

  bubble(text: string): Locator {
    return this.chat.getByRole("article").filter({ hasText: text });
  }

  async write(text: string): Promise<void> {
    await this.composer.fill(text);
    await this.composer.press("Enter");
    await expect(this.bubble(text)).toHaveCount(1);
  }

  async close(): Promise<void> {
    await this.page.getByRole("button", { name: "Close", exact: true }).click();
    await this.page.getByRole("button", { name: "Yes" }).click();
  }

  show(list: "Pending" | "Closed"): Promise<void> {
    return this.page.getByRole("tab", { name: list }).click();
  }
}
