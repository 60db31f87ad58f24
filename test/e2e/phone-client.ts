import { randomUUID } from "node:crypto";

type PhoneMessage = {
  id: number;
  side: "bot" | "client" | "person";
  type: string;
  text?: string;
  caption?: string;
  buttons?: { text: string; data?: string }[][];
  reactions: { client?: string; bot?: string };
};

/** A client's phone, played through the simulator's control interface. */
export class PhoneClient {
  readonly name: string;
  readonly id: number;
  readonly #url: string;
  readonly #bot: number;

  private constructor(url: string, bot: number, id: number, name: string) {
    this.#url = url;
    this.#bot = bot;
    this.id = id;
    this.name = name;
  }

  /** A person who has not written to the bot yet. */
  static async create(url: string, bot: number, firstName: string, language = "en"): Promise<PhoneClient> {
    const lastName = randomUUID().slice(0, 6);
    const person = await call<{ id: number }>(`${url}/_control/people`, "POST", {
      firstName,
      lastName,
      language,
    });
    return new PhoneClient(url, bot, person.id, `${firstName} ${lastName}`);
  }

  get pageUrl(): string {
    return `${this.#url}/phone?person=${this.id}&account=${this.#bot}`;
  }

  write(text: string): Promise<PhoneMessage> {
    return this.send({ type: "text", text });
  }

  send(outgoing: object): Promise<PhoneMessage> {
    return call(`${this.#chat}/messages`, "POST", outgoing);
  }

  edit(id: number, text: string): Promise<unknown> {
    return call(`${this.#chat}/messages/${id}`, "PATCH", { text });
  }

  react(id: number, emoji: string): Promise<unknown> {
    return call(`${this.#chat}/messages/${id}/reaction`, "PUT", { emoji });
  }

  press(id: number, button: string): Promise<unknown> {
    return call(`${this.#chat}/messages/${id}/press`, "POST", { button });
  }

  block(): Promise<unknown> {
    return call(`${this.#chat}/block`, "POST", {});
  }

  unblock(): Promise<unknown> {
    return call(`${this.#chat}/unblock`, "POST", {});
  }

  async messages(): Promise<PhoneMessage[]> {
    const answer = await call<PhoneMessage[] | { messages: PhoneMessage[] }>(this.#chat, "GET");
    return Array.isArray(answer) ? answer : answer.messages;
  }

  get #chat(): string {
    return `${this.#url}/_control/chats/${this.#bot}/${this.id}`;
  }
}

type Account = { id: number; connect: { token?: string } };

/** Makes another account of a platform at its provider. */
export function createAccount(url: string, wanted: { platform: string; name: string }): Promise<Account> {
  return call(`${url}/_control/accounts`, "POST", wanted);
}

/** Makes the bot's next calls fail. */
export async function addFault(url: string, bot: number, fault: object): Promise<void> {
  await call(`${url}/_control/faults`, "POST", { bot, times: 1, ...fault });
}

async function call<Answer>(url: string, method: string, body?: object): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: body ? { "content-type": "application/json" } : {},
    body: body ? JSON.stringify(body) : null,
    signal: AbortSignal.timeout(5_000),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${text}`);
  return (text ? JSON.parse(text) : null) as Answer;
}
