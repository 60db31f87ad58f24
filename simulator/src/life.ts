// Clients who write from time to time, so that a demo is alive before anybody plays on the phone page.
import type { Control, PersonView } from "./control.ts";
import { CONVERSATIONS, type Conversation, type Line } from "./conversations.ts";
import type { Account, Outgoing, PhoneChat, PhoneFeatures, PhoneMessage } from "./phone.ts";

export interface LifeOptions {
  /** Milliseconds between two acts of clients. */
  everyMs: number;
  /** The only account they write to; the first of each platform when omitted. */
  account?: number;
  /** Names of people who do nothing by themselves. */
  resting?: readonly string[];
  /** The same seed and the same answers make the same life. */
  seed?: number;
  /** Called when an act failed, such as for a client who was deactivated meanwhile. */
  onError?: (error: unknown) => void;
}

export interface Life {
  /** Makes one client act once, now. */
  step(): Promise<void>;
  stop(): void;
}

interface Talk {
  lines: Conversation;
  next: number;
}

type Able = { person: PersonView; account: Account; chat: PhoneChat };

const REACTIONS = ["👍", "❤", "🙏"];
const none: Pick<PhoneFeatures, "kinds" | "quotes" | "reacts" | "begins"> = {
  kinds: ["text"],
  quotes: false,
  reacts: false,
  begins: null,
};

export function startActivity(control: Control, options: LifeOptions): Life {
  const { everyMs, seed = 1, onError = reportLater } = options;
  const random = dice(seed);
  const talks = new Map<number, Talk>();
  const begun = new Map<number, number>();
  const features = control.features();

  async function step(): Promise<void> {
    const all = accounts();
    const able = control
      .people()
      .filter(({ deactivated, name }) => !deactivated && !options.resting?.includes(name))
      .flatMap((person) => {
        const account = all.find(({ platform }) => platform === (person.platform ?? platform));
        return account
          ? [{ person, account, chat: control.chat({ account: account.id, person: person.id }) }]
          : [];
      })
      .filter(({ chat }) => !chat.blocked);
    // Clients who were just answered go first: a conversation that stalls looks dead.
    const answered = able.filter(hasAnswer);
    const chosen = pick(answered.length > 0 && random() < 0.7 ? answered : able, random);
    if (chosen) await act(chosen);
  }

  function accounts(): Account[] {
    const all = control.accounts().filter(({ id }) => id === (options.account ?? id));
    return all.filter(({ platform }, index) => all.findIndex((one) => one.platform === platform) === index);
  }

  async function act({ person, account, chat }: Able): Promise<void> {
    const { kinds, quotes, reacts, begins } = features[account.platform] ?? none;
    const last = chat.messages().at(-1);
    chat.readAll();
    const star = pick(starsOf(last).slice(-2), random);
    if (last && star?.data) {
      chat.press(last.id, star.data);
      return;
    }
    if (!last && begins) await chat.begin();
    const line = nextLine({ person, account, chat });
    if (!line) return;
    const carried = kinds.includes(line.say.type) ? line.say : nearest(line.say);
    // Another person of the conversation may have written last; the desk is among the others.
    const say = last?.mail ? { ...carried, mail: { all: true } } : carried;
    const isAnswering = last?.side === "bot" && line.awaitsAnswer === true;
    if (isAnswering && reacts && random() < 0.2) chat.react(last.id, pick(REACTIONS, random) ?? "👍");
    await chat.send(isAnswering && quotes && random() < 0.3 ? { ...say, replyTo: last.id } : say);
  }

  /** The talk's next line if it is due, or the first of a new talk once the old one is over and answered. */
  function nextLine(one: Able): Line | undefined {
    const { id, language = "en" } = one.person;
    const talk = talks.get(id);
    const line = talk?.lines[talk.next];
    if (talk && line) {
      if (line.awaitsAnswer && !hasAnswer(one)) return undefined;
      talk.next += 1;
      return line;
    }
    if (talk && !hasAnswer(one)) return undefined;
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

/** True if the desk answered last; in a conversation by mail another person may have written last. */
function hasAnswer({ chat, account }: Able): boolean {
  const last = chat.messages().at(-1);
  return last?.side === "bot" && (!last.mail || last.mail.from.address === account.handle);
}

/** The stars among the newest message's buttons, or the keys below the chat. */
function starsOf(last: PhoneMessage | undefined): { text: string; data?: string }[] {
  if (last?.side !== "bot") return [];
  return (last.buttons?.flat() ?? []).filter(({ data }) => data);
}

/** Viber has no voice messages: the recording goes as a file. A mail describes in words the kinds it lacks. */
function nearest(say: Outgoing): Outgoing {
  if (say.type === "voice") return { ...say, type: "document", file: { sample: "recording" } };
  if (say.type === "sticker") return { type: "text", text: "😄" };
  if (say.type === "location") return { type: "text", text: `${say.latitude}, ${say.longitude}` };
  throw new Error(`This platform has no ${say.type}`);
}

function pick<T>(list: T[], random: () => number): T | undefined {
  return list.length > 0 ? list[Math.floor(random() * list.length)] : undefined;
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
