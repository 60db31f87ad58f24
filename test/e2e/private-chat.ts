import { expect, type Locator, type Page } from "@playwright/test";

/** The private chat with a colleague, as the panel shows it. */
export class PrivateChat {
  readonly panel: Locator;
  readonly field: Locator;
  readonly messages: Locator;
  readonly page: Page;
  readonly name: string;

  constructor(page: Page, name: string) {
    this.page = page;
    this.name = name;
    this.panel = page.getByRole("region", { name: `Private chat with ${name}` });
    this.field = this.panel.getByRole("textbox", { name: `Message to ${name}` });
    this.messages = this.panel.getByRole("log", { name: "Private messages" }).getByRole("article");
  }

  get entry(): Locator {
    return this.page.getByRole("link", { name: new RegExp(`^${this.name}`) });
  }

  async open(): Promise<void> {
    await this.entry.click();
    await expect(this.field).toBeVisible();
  }

  async write(text: string): Promise<void> {
    await this.field.fill(text);
    await this.field.press("Enter");
  }

  message(text: string): Locator {
    return this.messages.filter({ hasText: text });
  }
}

export const bellOf = (page: Page) => page.getByRole("button", { name: /^Inbox/ });
export const inboxOf = (page: Page) => page.getByRole("dialog", { name: "Inbox" });
