/** A visitor's browser on a page of the company's shop, at its own origin. */
import { type Browser, expect, type FrameLocator, type Page, type WebSocketRoute } from "@playwright/test";
import { startHostPage } from "../../widget/test/host-page.ts";
import type { AgentPage } from "./agent-page.ts";

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** Connects a web chat by the calls of the settings, for a page at its own origin. */
export async function openShop(admin: AgentPage, settings: { allowed?: boolean } = {}) {
  const host = await startHostPage("");
  const origins = settings.allowed === false ? [] : [host.origin];
  const widget = await admin.page.evaluate(async (origins) => {
    const response = await fetch("/channels/web/connect", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "Harbour shop", origins }),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as { key: string; identify_secret: string };
  }, origins);
  return { ...widget, host };
}

export class VisitorPage {
  readonly page: Page;
  readonly chat: FrameLocator;
  #away = false;
  readonly #sockets: WebSocketRoute[] = [];
  constructor(page: Page) {
    this.page = page;
    this.chat = page.frameLocator("iframe");
  }

  /** Makes the desk unreachable. The browser's own offline mode leaves a frame of another site connected. */
  async setAway(away: boolean): Promise<void> {
    this.#away = away;
    if (away) for (const socket of this.#sockets.splice(0)) await socket.close();
  }

  async #watch(): Promise<void> {
    await this.page.routeWebSocket(/visitor\.io/, async (socket) => {
      if (this.#away) return socket.close();
      this.#sockets.push(socket);
      socket.connectToServer();
    });
    await this.page.route(/\/visitor(\.io)?\//, (route) => (this.#away ? route.abort() : route.continue()));
  }

  static async open(browser: Browser, shop: Shop): Promise<VisitorPage> {
    const context = await browser.newContext({ locale: "en-GB", reducedMotion: "reduce" });
    // The launcher's root is closed to the page; a test has to look inside.
    await context.addInitScript(() => {
      const attach = Element.prototype.attachShadow;
      Element.prototype.attachShadow = function (init) {
        return attach.call(this, { ...init, mode: "open" });
      };
    });
    const page = await context.newPage();
    const visitor = new VisitorPage(page);
    await visitor.#watch();
    await page.goto(shop.host.origin);
    await page.addScriptTag({ url: `${process.env.DESK_URL}/chat.js?key=${shop.key}` });
    return visitor;
  }

  get composer() {
    return this.chat.getByRole("textbox", { name: /^Write/ });
  }

  async begin(text: string): Promise<void> {
    await this.page.getByRole("button", { name: /^Open chat/ }).click();
    await this.chat.getByRole("button", { name: "Start a conversation" }).click();
    await this.write(text);
  }

  async write(text: string): Promise<void> {
    // The browser inserts where the focus is, which a frame of another process may get later than the click.
    await expect(async () => {
      await this.composer.fill(text);
      await expect(this.composer).toHaveValue(text, { timeout: 1_000 });
    }).toPass();
    await this.composer.press("Enter");
  }
}
