import type { Ticket } from "@parley/contract/tickets";
import { expect, type Locator } from "@playwright/test";
import type { AgentPage } from "./agent-page.ts";
import type { PhoneClient } from "./phone-client.ts";

/** Numbered texts of different lengths; `said` replaces some of them, by number. */
export function numbered(count: number, said: Record<number, string> = {}): string[] {
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    return `#${number}. ${said[number] ?? "and so on ".repeat((number * 7) % 23)}`;
  });
}

export const newest = (agent: AgentPage, number: number): Locator => agent.bubble(`#${number}.`);

/** Scrolls a chat, which opens at the first unread message, to its end. */
export async function toNewest(agent: AgentPage, number: number): Promise<void> {
  const button = agent.page.getByRole("button", { name: /To the newest message|new message/ });
  await button.click();
  await expect(newest(agent, number)).toBeInViewport();
  await expect(button).toHaveCount(0);
}

/** The ticket in the agent's list. */
export async function ticketOf(agent: AgentPage, client: PhoneClient): Promise<Ticket | undefined> {
  const tickets: Ticket[] = await (await agent.page.request.get("/tickets")).json();
  return tickets.find(({ client_name }) => client_name === client.name);
}

/** Waits until the desk has received that many. */
export async function arrived(agent: AgentPage, client: PhoneClient, count: number): Promise<void> {
  const total = async () => (await ticketOf(agent, client))?.last_seq ?? 0;
  await expect.poll(total).toBeGreaterThanOrEqual(count);
}

export function scrollTo(agent: AgentPage, top: number): Promise<void> {
  return agent.chat.evaluate((list, to) => {
    list.scrollTop = to;
  }, top);
}

/** Waits until the messages in the list are measured: its height stays the same for ten frames. */
export function measured(agent: AgentPage): Promise<void> {
  return agent.chat.evaluate(async (list) => {
    let height = list.scrollHeight;
    for (let same = 0; same < 10; same = list.scrollHeight === height ? same + 1 : 0) {
      height = list.scrollHeight;
      await new Promise((next) => requestAnimationFrame(next));
    }
  });
}

/** The first message that is whole in the frame, and its distance to the top. */
export function firstInView(agent: AgentPage): Promise<{ id: string; top: number }> {
  return agent.chat.evaluate(async (list) => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const frame = list.getBoundingClientRect().top;
    for (const message of list.querySelectorAll<HTMLElement>("[data-message]")) {
      const top = message.getBoundingClientRect().top - frame;
      if (top >= 0) return { id: message.dataset.message ?? "", top };
    }
    throw new Error("No message is in view");
  });
}

export function placeOf(agent: AgentPage, id: string): Promise<number> {
  return agent.chat.evaluate((list, wanted) => {
    const message = list.querySelector(`[data-message="${wanted}"]`);
    return message ? message.getBoundingClientRect().top - list.getBoundingClientRect().top : Number.NaN;
  }, id);
}

/** Scrolls until `done` or for a hundred screens; returns the numbers of all messages that were in the list. */
export async function numbersSeen(
  agent: AgentPage,
  direction: "up" | "down",
  done: () => Promise<boolean>,
): Promise<number[]> {
  const seen = new Set<number>();
  for (let screen = 0; screen < 100; screen++) {
    for (const number of await numbersIn(agent)) seen.add(number);
    if (await done()) break;
    await agent.chat.evaluate(readOn, direction === "down" ? (1 as const) : (-1 as const));
  }
  return [...seen].sort((one, other) => one - other);
}

/** Scrolls one screen further, and waits for its rendering. Runs in the page. */
async function readOn(list: HTMLElement | SVGElement, by: 1 | -1): Promise<void> {
  list.scrollTop += by * (list.clientHeight - 100);
  const { left, right, top, bottom } = list.getBoundingClientRect();
  const drawn = (y: number) => document.elementFromPoint((left + right) / 2, y)?.closest("article, h3, p");
  for (let frame = 0; frame < 90; frame++) {
    await new Promise((next) => requestAnimationFrame(next));
    if (frame > 2 && drawn(top + 20) && drawn(bottom - 20)) break;
  }
}

async function numbersIn(agent: AgentPage): Promise<number[]> {
  const texts = await agent.chat.getByRole("article").allTextContents();
  return texts.flatMap((text) => {
    const number = /#(\d+)\./.exec(text)?.[1];
    return number ? [Number(number)] : [];
  });
}
