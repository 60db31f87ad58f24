import { randomBytes } from "node:crypto";
import type { Network } from "../network.ts";
import { drained, hold, overHttp, type Release, release, repeat } from "./hooks.ts";
import { WhatsAppPhone } from "./phone.ts";
import {
  type App,
  INSTALLATION_APP,
  newId,
  type Person,
  type PhoneNumber,
  type Reach,
  stateOf,
} from "./state.ts";

export interface NewNumber {
  name?: string;
  display?: string;
  wabaId?: string;
  /** The app whose token and calls are used; the desk's own when omitted. */
  app?: App;
  token?: string;
  receipts?: boolean;
  reach?: Reach;
}

/** The clients' and provider's side of WhatsApp, for tests, the demo and the phone page. */
/** `waId` null: the person shows no number. */
type NewPerson = { name: string; waId?: string | null; username?: string; byNumber?: string[] };

export class WhatsAppControl {
  readonly #network: Network;

  constructor(network: Network) {
    this.#network = network;
  }

  /** Makes an app of a company's own. */
  createApp(): App {
    const app = { id: newId(), secret: randomBytes(16).toString("hex"), callbackUrl: null };
    this.#state.apps.set(app.id, app);
    return app;
  }

  createNumber(wanted: NewNumber = {}): { number: PhoneNumber; token: string; app: App } {
    const { numbers, wabas, apps } = this.#state;
    const app = wanted.app ?? apps.get(INSTALLATION_APP.id);
    if (!app) throw new Error("The desk's app is not there");
    const id = newId();
    const wabaId = wanted.wabaId ?? newId();
    if (!wabas.has(wabaId))
      wabas.set(wabaId, { id: wabaId, name: wanted.name ?? "Help", subscribed: new Set() });
    const number: PhoneNumber = {
      id,
      wabaId,
      display: wanted.display ?? `+380 44 ${id.slice(0, 3)} ${id.slice(3, 7)}`,
      name: wanted.name ?? "Help",
      pin: null,
      registered: true,
      overrides: new Map(),
      receipts: wanted.receipts ?? true,
      reach: wanted.reach ?? overHttp,
    };
    numbers.set(id, number);
    return { number, app, token: this.createToken(app.id, [wabaId], wanted.token) };
  }

  createToken(appId: string, wabas: string[], token = `EAA${randomBytes(24).toString("hex")}`): string {
    this.#state.tokens.set(token, { token, appId, wabas: new Set(wabas) });
    return token;
  }

  /** Revokes every token for the number. */
  revokeTokens(numberId: string): void {
    const { wabaId } = this.number(numberId);
    for (const [key, { wabas }] of this.#state.tokens) if (wabas.has(wabaId)) this.#state.tokens.delete(key);
  }

  createPerson({ name, waId, username, byNumber }: NewPerson): Person {
    const person: Person = {
      name,
      username,
      byNumber,
      waId: waId === undefined ? `38050${newId().slice(0, 7)}` : waId,
      userId: `UA.${randomBytes(6).toString("hex")}`,
    };
    this.#state.people.set(person.userId, person);
    return person;
  }

  number(id: string): PhoneNumber {
    const number = this.#state.numbers.get(id);
    if (!number) throw new Error(`There is no number ${id}`);
    return number;
  }

  phone(numberId: string, person: Person): WhatsAppPhone {
    return new WhatsAppPhone(this.#network, this.number(numberId), person);
  }

  hold(numberId: string): void {
    hold(this.number(numberId));
  }

  release(numberId: string, how?: Release): Promise<number[]> {
    return release(this.#network, this.number(numberId), how);
  }

  repeat(numberId: string): Promise<number[]> {
    return repeat(this.#network, this.number(numberId));
  }

  drained(numberId: string): Promise<void> {
    return drained(this.number(numberId));
  }

  get #state() {
    return stateOf(this.#network);
  }
}
