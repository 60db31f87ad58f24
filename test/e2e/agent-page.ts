import { expect, type Locator, type Page } from "@playwright/test";
import { type AgentName, type Company, password } from "./company-plan.ts";
import { desk } from "./control.ts";

/** The console as an agent uses it. */
export class AgentPage {
  readonly page: Page;
  readonly #company: Company;

  constructor(page: Page, company: Company) {
    this.page = page;
    this.#company = company;
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

  /** Signs in without the sign-in page and opens the desk, or another page of the console. */
  async signIn(name: AgentName, path = "/"): Promise<void> {
    const userAgent = await this.page.evaluate(() => navigator.userAgent);
    const session = await desk.signIn(this.#company.id, name, userAgent);
    const url = process.env.DESK_URL ?? "";
    await this.page.context().addCookies([{ ...session, url, httpOnly: true, sameSite: "Lax" }]);
    await this.page.goto(path);
    if (path === "/") await this.#expectDesk();
  }

  async fillSignIn(email: string, pass: string = password): Promise<void> {
    await this.page.goto("/login");
    await this.page.getByLabel("Email").fill(email);
    await this.page.getByLabel("Password", { exact: true }).fill(pass);
    await this.page.getByRole("button", { name: "Sign in" }).click();
  }

  /** Signs in by the sign-in page. */
  async signInByForm(email: string, pass: string = password): Promise<void> {
    await this.fillSignIn(email, pass);
    await this.#expectDesk();
  }

  #expectDesk(): Promise<void> {
    return expect(this.page.getByRole("heading", { name: /Pending tickets/ })).toBeVisible();
  }

  ticket(client: string): Locator {
    return this.page.getByRole("listitem").filter({ hasText: client });
  }

  async open(client: string): Promise<void> {
    await this.ticket(client).getByRole("link").click();
    await expect(this.region(client)).toBeVisible();
  }

  async accept(client: string): Promise<void> {
    await this.ticket(client)
      .getByRole("button", { name: `Accept the ticket of ${client}` })
      .click();
    await expect(this.region(client)).toBeVisible();
    await expect(this.page.getByText("Accept this ticket to reply.")).toHaveCount(0);
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
