/** The screens to photograph, and the way to each. */
import type { Page } from "playwright-core";

export type Screen = {
  name: string;
  title: string;
  about: string;
  /** The agent whose console it is; null: signed out. */
  who: "mira" | "ingrid" | null;
  path: string;
  /** The client whose phone it is, played at the simulator; the path does not count. */
  client?: string;
  show?: (page: Page, phone: boolean) => Promise<void>;
};

const phones = [
  ["Dimitar Petrov", "Telegram"],
  ["Liesbeth de Vries", "WhatsApp"],
  ["Радостина Илиева", "Viber"],
] as const;

export const screens: Screen[] = [
  {
    name: "sign-in",
    title: "Signing in",
    about: "With a link to register a company and one for a forgotten password.",
    who: null,
    path: "/login",
    show: (page) => page.getByRole("button", { name: "Sign in" }).waitFor(),
  },
  {
    name: "register",
    title: "Registering a company",
    about:
      "The rules for the password are ticked off while one types. The address is confirmed with a code by mail.",
    who: null,
    path: "/register-company",
    show: async (page) => {
      await page.getByLabel("Password", { exact: true }).fill("Parley1");
    },
  },
  {
    name: "forgot-password",
    title: "A forgotten password",
    about: "Three steps: the address, the code, the new password.",
    who: null,
    path: "/forgot-password",
  },
  {
    name: "workspace",
    title: "The workspace",
    about: "The tickets, the conversation, the colleagues. On a phone one of them at a time.",
    who: "mira",
    path: "/",
    show: (page) => openChat(page, "Dimitar Petrov"),
  },
  {
    name: "tickets",
    title: "The tickets",
    about: "Who waits longest, on which platform, in which department; who handles it.",
    who: "mira",
    path: "/",
  },
  {
    name: "mail",
    title: "A conversation by mail",
    about:
      "Subject and people of each mail, its text without what it quotes, files, and the mail as it came.",
    who: "mira",
    path: "/",
    show: (page) => openChat(page, "Olivia Grant"),
  },
  {
    name: "visitor",
    title: "A visitor of the website",
    about: "The page they write from, the country of their browser’s language, and the address they left.",
    who: "mira",
    path: "/",
    show: (page) => openChat(page, "Nina Berger"),
  },
  {
    name: "pins",
    title: "Pinned messages",
    about: "Pinned for everyone who sees the ticket; a click leads to the message.",
    who: "mira",
    path: "/",
    show: async (page, phone) => {
      await openChat(page, "Dimitar Petrov");
      await chooseInHeader(page, "Pinned messages", phone);
    },
  },
  {
    name: "chat-search",
    title: "Searching a conversation",
    about: "Any part of any message; the result leads to its place.",
    who: "mira",
    path: "/",
    show: async (page, phone) => {
      await openChat(page, "Dimitar Petrov");
      await chooseInHeader(page, "Search messages", phone);
      await page.getByRole("searchbox", { name: "Search messages" }).fill("charge");
    },
  },
  {
    name: "reassign",
    title: "Reassigning",
    about: "To a department, or to one of its agents.",
    who: "mira",
    path: "/",
    show: async (page, phone) => {
      await openChat(page, "Dimitar Petrov");
      await chooseInHeader(page, "Reassign", phone);
      await page.getByRole("radio", { name: /Refunds/ }).click({ force: true });
    },
  },
  {
    name: "close",
    title: "Closing",
    about: "With a last message, or silently: the client is not asked for stars then.",
    who: "mira",
    path: "/",
    show: async (page) => {
      await openChat(page, "Dimitar Petrov");
      await page.getByRole("button", { name: "Close", exact: true }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "choosing",
    title: "Many tickets at once",
    about:
      "Chosen tickets are accepted, reassigned, snoozed or closed together; what could not be changed is named.",
    who: "mira",
    path: "/",
    show: async (page) => {
      await page.getByRole("button", { name: "Choose several tickets" }).click();
      await page.getByRole("checkbox", { name: "Choose Olivia Grant" }).click();
      await page.getByRole("checkbox", { name: "Choose Rosa Martínez" }).click();
    },
  },
  {
    name: "mention",
    title: "Mentioning a colleague",
    about:
      "A note is for colleagues alone. Who is mentioned is told, and sees this one ticket until it is closed.",
    who: "mira",
    path: "/",
    show: async (page) => {
      await openChat(page, "Dimitar Petrov");
      // With an unsent note the button says so.
      await page.getByRole("button", { name: /^Note(?! actions)/ }).click();
      const field = page.getByRole("textbox", { name: "Note for colleagues" });
      await field.clear();
      await field.pressSequentially("Please look at the second invoice, @N");
      await page.getByRole("option").first().waitFor();
    },
  },
  {
    name: "notification-settings",
    title: "What one is told about",
    about: "Each kind in the inbox, as a push, or by mail when no console is open; and quiet hours.",
    who: "mira",
    path: "/profile/mira/notifications",
  },
  {
    name: "private-chat",
    title: "A word with a colleague",
    about: "Private chats with pictures, files and ticks.",
    who: "mira",
    path: "/",
    show: async (page, phone) => {
      if (phone) await page.getByRole("button", { name: /Colleagues/ }).click();
      await page
        .getByRole("link", { name: /Jonas Weber/ })
        .first()
        .click();
    },
  },
  {
    name: "inbox",
    title: "The inbox",
    about: "What waits, by day.",
    who: "mira",
    path: "/",
    show: async (page) => {
      await page.getByRole("button", { name: /^Inbox/ }).click();
    },
  },
  {
    name: "command-bar",
    title: "Find or do anything",
    about: "⌘K or Ctrl+K finds tickets, clients, colleagues and what one can do.",
    who: "mira",
    path: "/",
    show: async (page) => {
      await page.getByRole("button", { name: "Find or do anything" }).click();
      await page.getByRole("combobox", { name: "What are you looking for?" }).fill("di");
    },
  },
  {
    name: "profile",
    title: "The profile",
    about: "Name, picture, language; password, second step, sessions and their history.",
    who: "mira",
    path: "/profile/mira",
  },
  {
    name: "bubbles",
    title: "Bubbles",
    about: "Saved replies, a slash away in every conversation.",
    who: "mira",
    path: "/profile/mira/bubbles",
  },
  {
    name: "macro",
    title: "A macro",
    about: "A shared bubble with its variables filled in; above it what happens when it is sent.",
    who: "mira",
    path: "/",
    show: async (page) => {
      await openChat(page, "Dimitar Petrov");
      const field = page.getByRole("textbox", { name: "Message" });
      // The picture before has left its draft.
      await field.fill("");
      await field.pressSequentially("/refunded");
      await page.getByRole("option", { name: /^Refunded and closed/ }).click();
      await page.getByRole("region", { name: "What Refunded and closed does" }).waitFor();
    },
  },
  {
    name: "help",
    title: "Help",
    about: "The user guide, searched by words. Each screen's question mark opens its page.",
    who: "mira",
    path: "/help/tickets",
    show: (page) => page.getByRole("heading", { name: "Find a ticket" }).waitFor(),
  },
  {
    name: "admin-agents",
    title: "Agents",
    about: "Who works here, what they may, and when they were last seen.",
    who: "ingrid",
    path: "/admin-panel/agents",
  },
  {
    name: "admin-agent",
    title: "An agent",
    about: "What an agent did, and how they were rated.",
    who: "ingrid",
    path: "/admin-panel/agents",
    show: async (page) => {
      await page.getByRole("link", { name: "Mira Halvorsen" }).click();
      await page.getByRole("heading", { name: "Mira Halvorsen" }).waitFor();
    },
  },
  {
    name: "admin-clients",
    title: "Clients",
    about: "Everyone who has written.",
    who: "ingrid",
    path: "/admin-panel/clients",
  },
  {
    name: "admin-client",
    title: "A client",
    about: "Where they write from, and all that was talked about. Two who turn out to be one can be merged.",
    who: "ingrid",
    path: "/admin-panel/clients",
    show: async (page) => {
      await page.getByRole("link", { name: /Maaike/ }).click();
      await page.getByRole("heading", { name: /Maaike/ }).waitFor();
    },
  },
  {
    name: "admin-organisation",
    title: "An organisation",
    about: "Where clients work: its domains and fields, figures, clients and their tickets.",
    who: "ingrid",
    path: "/admin-panel/organisations",
    show: async (page) => {
      await page.getByRole("link", { name: "Aas Maritim AS" }).click();
      await page.getByRole("heading", { name: "Aas Maritim AS" }).waitFor();
    },
  },
  {
    name: "admin-tickets",
    title: "All tickets",
    about: "Counted, drawn by day, filtered and exported.",
    who: "ingrid",
    path: "/admin-panel/tickets",
  },
  {
    name: "admin-figures",
    title: "Figures",
    about:
      "What happened in four weeks: cards, charts with their tables, hours, agents and the words of clients.",
    who: "ingrid",
    path: "/admin-panel/figures",
  },
  {
    name: "admin-departments",
    title: "Settings: departments",
    about:
      "Each with its people and its tickets. The settings stand in groups; on a phone their list opens each.",
    who: "ingrid",
    path: "/admin-panel/settings#departments",
  },
  {
    name: "admin-channels",
    title: "Settings: communication services",
    about: "The accounts of all services: state, department, the messages of the last 24 hours.",
    who: "ingrid",
    path: "/admin-panel/settings#channels",
    show: (page) => page.getByRole("list", { name: "Connected accounts" }).waitFor(),
  },
  {
    name: "admin-channel",
    title: "Settings: an account",
    about:
      "A WhatsApp number: Meta’s record of it, its webhook, profile and templates, its department, a test.",
    who: "ingrid",
    path: "/admin-panel/settings?service=whatsapp#channels",
    show: async (page) => {
      await page
        .getByRole("list", { name: "Connected accounts" })
        .getByRole("heading")
        .getByRole("link")
        .click();
      await page.getByRole("button", { name: "Send me a test" }).waitFor();
    },
  },
  {
    name: "admin-channel-new",
    title: "Settings: adding a channel",
    about: "A form behind a button, and beside it the steps to take at the provider.",
    who: "ingrid",
    path: "/admin-panel/settings?service=telegram&view=connect#channels",
    show: (page) => page.getByLabel("Bot token").waitFor(),
  },
  {
    name: "admin-web-chat",
    title: "Settings: web chat",
    about: "Look, texts, pages and fields of a chat on the website, beside the visitor’s own frame.",
    who: "ingrid",
    path: "/admin-panel/settings?service=web#channels",
    show: async (page) => {
      await page.getByRole("list", { name: "Connected accounts" }).getByRole("link").first().click();
      await page.getByRole("link", { name: /^Look and texts/ }).click();
      await page.frameLocator("iframe").getByRole("button", { name: "Start a conversation" }).waitFor();
    },
  },
  {
    name: "admin-company",
    title: "Settings: company",
    about: "Name, time zone, how long a ticket can be reopened, how large a file may be.",
    who: "ingrid",
    path: "/admin-panel/settings#company",
  },
  {
    name: "admin-opening-hours",
    title: "Settings: opening hours",
    about: "Of the company or a department, by weekday and date; beneath the choice the next two weeks.",
    who: "ingrid",
    path: "/admin-panel/settings#openingHours",
    show: (page) => page.getByRole("region", { name: "The next two weeks" }).waitFor(),
  },
  {
    name: "phone-email",
    title: "A client’s mail program",
    about: "Played at the simulator, whose mail servers the console reads and sends by.",
    who: null,
    path: "",
    client: "Olivia Grant",
    show: async (page) => {
      await page.locator('[data-side="bot"]').first().click();
      await page.locator(".mail-frame").waitFor();
    },
  },
  {
    name: "admin-automatic",
    title: "Settings: automatic messages",
    about: "What clients get by themselves, on which occasion, each with a switch.",
    who: "ingrid",
    path: "/admin-panel/settings#automaticMessages",
    show: (page) => page.getByRole("heading", { name: "Still waiting" }).waitFor(),
  },
  {
    name: "admin-bubbles",
    title: "Settings: shared bubbles",
    about: "For a department or the company, in folders and languages; with a lightning sign, a macro.",
    who: "ingrid",
    path: "/admin-panel/settings#bubbles",
    show: (page) => page.getByRole("button", { name: /^Refunded and closed/ }).waitFor(),
  },
  {
    name: "admin-automatic-edit",
    title: "Settings: an automatic message",
    about: "Its text in each language, with variables put in by a press, and a preview in each channel.",
    who: "ingrid",
    path: "/admin-panel/settings#automaticMessages",
    show: async (page) => {
      await page.getByRole("button", { name: "Edit Outside opening hours" }).click();
      await page.getByRole("region", { name: "Preview" }).scrollIntoViewIfNeeded();
    },
  },
  ...phones.map(([client, platform]) => ({
    name: `phone-${platform.toLowerCase()}`,
    title: `A client’s phone: ${platform}`,
    about: "Played at the simulator beside the console, which calls it instead of the provider.",
    who: null,
    path: "",
    client,
    show: async (page: Page) => {
      await page.getByRole("log").locator("[data-message]").first().waitFor();
    },
  })),
];

async function openChat(page: Page, client: string): Promise<void> {
  const card = page.getByRole("listitem").filter({ hasText: client }).getByRole("link").first();
  await page.getByRole("listitem").first().waitFor();
  // Cards below the window are not rendered.
  await page
    .getByRole("listitem")
    .filter({ has: page.getByRole("link") })
    .first()
    .hover();
  for (let tries = 0; tries < 200 && !(await card.isVisible()); tries++) {
    await page.mouse.wheel(0, 200);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await card.click();
  await page.getByRole("log").getByRole("article").first().waitFor();
}

/** On a phone the actions of a chat's header are in a menu. */
async function chooseInHeader(page: Page, name: string, phone: boolean): Promise<void> {
  if (!phone) return page.getByRole("button", { name }).click();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name }).click();
}
