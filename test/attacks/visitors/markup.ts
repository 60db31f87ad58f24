/** HTML and scripts where visitors and companies write text: each answer shows them as text, or leaves them out. */
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";
import type { Answer } from "../visitor.ts";
import { connectChat, openBrowser, write } from "./browsers.ts";

const markup = [
  '<img src=x onerror="alert(1)">',
  "</script><script>alert(1)</script>",
  '"><svg onload=alert(1)>',
];

export async function visitorMarkup(stage: Stage, trial: Trial): Promise<void> {
  const tags = markup.map((text) => /<\w+ [^>]*|<script>/.exec(text)?.[0] ?? text);
  /** A browser would treat it as a page, and find a tag in it. */
  const check = (what: string, { headers, text }: Answer) => {
    const isPage = !String(headers["content-type"]).startsWith("application/json");
    trial.note(isPage && tags.some((tag) => text.includes(tag)) ? `${what} → ${text.slice(0, 500)}` : null);
    trial.note(headers["x-content-type-options"] === "nosniff" ? null : `${what} may be sniffed`);
  };
  for (const text of markup) {
    const chat = await connectChat(stage, "harbour", text);
    const visitor = stage.visitor();
    const browser = openBrowser(visitor, chat);
    const { conversation } = await write(browser, text, { first: { language: "en", name: text } });
    for (const path of [`/chat/${chat.key}`, `/chat/frame/${chat.key}`, `/chat/look/${chat.key}`])
      check(path, await visitor.get(path));
    for (const call of ["me", "settings", `messages?conversation=${conversation.id}`])
      check(call, await browser.get(call));
    check("the agents' chat", await stage.as("ingrid").get(`/${conversation.id}/1/chat`));
    check("an unknown chat", await visitor.get(`/chat/${encodeURIComponent(text)}`));
  }
  const chat = await connectChat(stage, "harbour");
  for (const url of ["javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "//evil.example"]) {
    const first = { language: "en", page: { url, title: "Boots" } };
    const { conversation } = await write(openBrowser(stage.visitor(), chat), "Hello", { first });
    const { status, text } = await stage.as("ingrid").get(`/tickets/${conversation.id}/visit`);
    // The message arrives without its page.
    trial.note(status === 200 && !text.includes(url) ? null : `a page at ${url} → ${status} ${text}`);
  }
}
