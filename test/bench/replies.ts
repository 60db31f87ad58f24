/** The time from an agent's POST to the arrival at the provider, a stub that answers at once. */
import { createServer } from "node:http";
import { type Measured, type Spread, spreadOf } from "./measure.ts";
import { get, post } from "./post.ts";

type Stub = {
  url: string;
  arrival(text: string): Promise<number>;
  /** From now on this bot's sends get no answer. Returns a function that answers them, and those that come. */
  hang(bot: number): () => void;
};

export async function openStub(): Promise<Stub> {
  const waiting = new Map<string, (at: number) => void>();
  let lastMessage = 0;
  let hanging = "";
  const held: (() => void)[] = [];
  const server = createServer((request, response) => {
    const at = performance.now();
    let text = "";
    request.setEncoding("utf8").on("data", (piece) => {
      text += piece;
    });
    request.once("end", () => {
      const sends = request.url?.endsWith("/sendMessage");
      const { text: said = "", chat_id } = sends ? JSON.parse(text) : {};
      waiting.get(said)?.(at);
      waiting.delete(said);
      const result = sends
        ? {
            message_id: ++lastMessage,
            date: Math.floor(Date.now() / 1000),
            chat: { id: chat_id, type: "private" },
            text: said,
          }
        : [];
      const answer = () =>
        response
          .writeHead(200, { "content-type": "application/json" })
          .end(JSON.stringify({ ok: true, result }));
      if (hanging && sends && request.url?.startsWith(hanging)) held.push(answer);
      else answer();
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    arrival: (text) => new Promise((resolve) => waiting.set(text, resolve)),
    hang: (bot) => {
      hanging = `/bot${bot}:`;
      return () => {
        hanging = "";
        for (const answer of held.splice(0)) answer();
      };
    },
  };
}

export type Replies = {
  url: string;
  cookie: string;
  tickets: string[];
  count: number;
  /** Meanwhile each of these tickets has a message whose send gets no answer. */
  hanging?: Hanging;
};
type Hanging = { bot: number; cookie: string; tickets: string[] };

export async function measureReplies(
  stub: Stub,
  { url, cookie, tickets, count, hanging }: Replies,
): Promise<Measured> {
  const release = hanging && (await hangSends(stub, url, hanging));
  const durations: number[] = [];
  const startedAt = performance.now();
  let refused = 0;
  for (let number = 0; number < count; number++) {
    const content = `reply ${number} of ${count}`;
    const arriving = stub.arrival(content);
    const since = performance.now();
    const ticketid = tickets[number % tickets.length];
    const status = await post(`${url}/send-message`, { ticketid, content }, { cookie, origin: url });
    if (status === 200) durations.push((await arriving) - since);
    else refused += 1;
  }
  const perSecond = count / ((performance.now() - startedAt) / 1000);
  // A desk that stops waits for answers.
  release?.();
  return { ...spreadOf(durations), sent: count, heard: durations.length, refused, perSecond };
}

async function hangSends(stub: Stub, url: string, { bot, cookie, tickets }: Hanging): Promise<() => void> {
  const release = stub.hang(bot);
  for (const ticketid of tickets) {
    await post(`${url}/send-message`, { ticketid, content: "into the void" }, { cookie, origin: url });
  }
  return release;
}

/** The duration of one call on this network, with nothing behind it. */
export async function measureTurns(url: string, count: number): Promise<Spread> {
  const durations: number[] = [];
  for (let number = 0; number < count; number++) {
    const since = performance.now();
    await get(`${url}/healthz`);
    durations.push(performance.now() - since);
  }
  return spreadOf(durations);
}
