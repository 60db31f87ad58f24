// Clients who write from time to time, so that a demo is alive before anybody plays on the phone page.
import type { Control, PersonView } from "./control.ts";
import { CONVERSATIONS, type Conversation, type Line } from "./conversations.ts";
import type { Phone } from "./telegram/phone.ts";

export interface LifeOptions {
  /** How often somebody does something. */
  everyMs: number;
  /** The bot they write to; default the first. */
  bot?: number;
  /** The same seed and the same answers make the same life. */
  seed?: number;
  /** Told when an act failed, as when a client was deactivated meanwhile. */
  onError?: (error: unknown) => void;
}

export interface Life {
  /** One act of one client, now. */
  step(): Promise<void>;
  stop(): void;
}

interface Talk {
  lines: Conversation;
  next: number;
}

const REACTIONS = ["👍", "❤", "🙏"];

export function startLife(control: Control, options: LifeOptions): Life {
  const { everyMs, seed = 1, onError = reportLater } = options;
  const random = dice(seed);
  const talks = new Map<number, Talk>();
  const begun = new Map<number, number>();

  async function step(): Promise<void> {
    const bot = options.bot ?? control.bots()[0]?.id;
    if (bot === undefined) return;
    const able = control
      .people()
      .filter(({ id, deactivated }) => !deactivated && !control.phone({ bot, person: id }).blocked);
    // Whoever was just answered goes first: a conversation that stalls looks dead.
    const answered = able.filter(({ id }) => hasAnswer(control.phone({ bot, person: id })));
    const person = pick(answered.length > 0 && random() < 0.7 ? answered : able, random);
    if (person) await act(control.phone({ bot, person: person.id }), person);
  }

  async function act(phone: Phone, person: PersonView): Promise<void> {
    const last = phone.messages().at(-1);
    const stars = last?.side === "bot" ? last.buttons?.flat().filter(({ data }) => data) : undefined;
    const star = stars && pick(stars.slice(-2), random);
    if (last && star?.data) {
      phone.press(last.id, star.data);
      return;
    }
    if (!last) await phone.start();
    const line = nextLine(phone, person);
    if (!line) return;
    const isAnswering = last?.side === "bot" && line.awaitsAnswer === true;
    if (isAnswering && random() < 0.2) phone.react(last.id, pick(REACTIONS, random) ?? "👍");
    await phone.send(isAnswering && random() < 0.3 ? { ...line.say, replyTo: last.id } : line.say);
  }

  /** The talk's next line if it is time for it, or the first of a new talk once the old one is over and answered. */
  function nextLine(phone: Phone, { id, language = "en" }: PersonView): Line | undefined {
    const talk = talks.get(id);
    const line = talk?.lines[talk.next];
    if (talk && line) {
      if (line.awaitsAnswer && !hasAnswer(phone)) return undefined;
      talk.next += 1;
      return line;
    }
    if (talk && !hasAnswer(phone)) return undefined;
    const known = CONVERSATIONS[language] ?? CONVERSATIONS.en ?? [];
    const nth = begun.get(id) ?? Math.floor(random() * known.length);
    const lines = known[nth % known.length];
    if (!lines) return undefined;
    begun.set(id, nth + 1);
    talks.set(id, { lines, next: 1 });
    return lines[0];
  }

  const timer = setInterval(() => step().catch(onError), everyMs);
  return { step, stop: () => clearInterval(timer) };
}

const hasAnswer = (phone: Phone): boolean => phone.messages().at(-1)?.side === "bot";

function pick<T>(list: T[], random: () => number): T | undefined {
  return list[Math.floor(random() * list.length)];
}

/** An error without a listener must still be seen. */
function reportLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

/** Mulberry32: small, quick, and the same everywhere. */
function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
