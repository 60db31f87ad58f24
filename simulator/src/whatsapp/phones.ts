import type { Network, Person } from "../network.ts";
import { perNetwork } from "../per-network.ts";
import type { Account, Phones } from "../phone.ts";
import { WhatsAppControl } from "./control.ts";
import { drained, hold, repeat, resume, stop } from "./hooks.ts";
import { PlayedPhone } from "./played-phone.ts";
import { INSTALLATION_APP, type PhoneNumber, stateOf, type Person as WhatsAppPerson } from "./state.ts";

/** WhatsApp's people and numbers. */
export const whatsappPhones = perNetwork(open);

function open(network: Network): Phones {
  const state = stateOf(network);
  const control = new WhatsAppControl(network);
  const people = new Map<number, WhatsAppPerson>();
  const phones = new Map<string, PlayedPhone>();

  /** People are reachable by their number before they wrote, since a template begins a conversation. */
  function register(person: Person): WhatsAppPerson {
    const known = people.get(person.user.id);
    if (known) return known;
    const waId = person.phone?.replace(/\D/g, "") ?? null;
    const { id, first_name, last_name, username } = person.user;
    const name = [first_name, last_name].filter(Boolean).join(" ");
    const joined = { name, username, waId, userId: `${countryOf(waId)}.sim${id}` };
    state.people.set(joined.userId, joined);
    people.set(id, joined);
    return joined;
  }

  function phoneOf(number: PhoneNumber, person: Person): PlayedPhone {
    const key = `${number.id}:${person.user.id}`;
    const phone = phones.get(key) ?? new PlayedPhone(network, number, person, register(person));
    phones.set(key, phone);
    return phone;
  }

  /** A chat may have been begun by the business. */
  function phonesOf(account: number): PlayedPhone[] {
    const number = control.number(String(account));
    const begun = new Set(
      [...state.chats.values()].filter((chat) => chat.number === number).map((chat) => chat.person),
    );
    for (const [id, joined] of people) {
      const person = network.people.get(id);
      if (person && begun.has(joined)) phoneOf(number, person);
    }
    return [...phones.values()].filter((phone) => phone.number === number);
  }

  network.live.listen((event) => {
    if (event.type === "world") {
      for (const person of network.people.values())
        if ((person.platform ?? "whatsapp") === "whatsapp") register(person);
    }
    if (event.type === "answered" && state.numbers.has(String(event.bot)))
      for (const phone of phonesOf(event.bot)) phone.publishChanges();
  });

  return {
    features: {
      kinds: [
        ...(["text", "photo", "video", "audio", "voice", "document", "sticker"] as const),
        ...(["location", "venue", "contact", "unsupported"] as const),
      ],
      albums: true,
      quotes: true,
      reacts: true,
      edits: true,
      deletes: true,
      reads: true,
      keys: "message",
      begins: null,
      leaves: "block",
    },
    accounts: () => [...state.numbers.values()].map((number) => viewAccount(network, number)),
    createAccount({ name, token, username }) {
      const app = control.createApp();
      const { number } = control.createNumber({ app, name, token, display: username });
      network.live.publish({ type: "world" });
      return viewAccount(network, number);
    },
    phone: (account, person) => phoneOf(control.number(String(account)), person),
    people: (account) =>
      phonesOf(account)
        .filter((phone) => phone.messages().length > 0)
        .map((phone) => phone.person.user.id),
    async delivered(account, timeoutMs = 5_000) {
      await within(drained(control.number(String(account))), timeoutMs);
    },
    async repeat(account, times) {
      const statuses: number[] = [];
      for (let n = 0; n < times; n += 1)
        statuses.push(...(await repeat(network, control.number(String(account)))));
      return statuses;
    },
    hold: (account) => hold(control.number(String(account))),
    release: (account, order) => resume(network, control.number(String(account)), order),
    stop() {
      for (const number of state.numbers.values()) stop(number);
    },
  };
}

function viewAccount(network: Network, { id, wabaId, name, display }: PhoneNumber): Account {
  const { tokens, apps } = stateOf(network);
  const token = [...tokens.values()].find(({ wabas }) => wabas.has(wabaId));
  const app = token && apps.get(token.appId);
  const isOwnApp = app && app.id !== INSTALLATION_APP.id;
  return {
    id: Number(id),
    platform: "whatsapp",
    externalId: id,
    name,
    handle: display,
    connect: {
      access_token: token?.token ?? "",
      waba_id: wabaId,
      phone_number_id: id,
      ...(isOwnApp && { app_id: app.id, app_secret: app.secret }),
    },
  };
}

const COUNTRIES: Record<string, string> = {
  "27": "ZA",
  "31": "NL",
  "34": "ES",
  "359": "BG",
  "380": "UA",
  "44": "GB",
  "49": "DE",
  "7": "RU",
  "81": "JP",
  "90": "TR",
};

const countryOf = (waId: string | null): string =>
  Object.entries(COUNTRIES).find(([code]) => waId?.startsWith(code))?.[1] ?? "BG";

async function within(work: Promise<void>, timeoutMs: number): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`Waited ${timeoutMs} ms in vain for the desk to receive what waits`)),
    timeoutMs,
  );
  await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
