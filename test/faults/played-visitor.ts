/**
 * A visitor of a web chat, as a client in the ledger's records. Their frame fetches missed messages, and each text is
 * shown once.
 */
import type { VisitorMessage } from "@parley/contract/visitors";
import { openVisitor, type VisitorBrowser } from "../outside/visitor.ts";
import type { Correspondent } from "./played-client.ts";
import type { Stage } from "./stage.ts";

export type PlayedVisitor = Correspondent & {
  browser: VisitorBrowser;
  conversation: string;
  /** The texts of a fresh fetch, in order. */
  fetched(): Promise<string[]>;
  shown(): string[];
  cut(): void;
  leave(): void;
};

/** Resolves once their first message is sent. */
export async function createPlayedVisitor(stage: Stage, key: string): Promise<PlayedVisitor> {
  const browser = openVisitor(stage.desk.url, key);
  const first = { text: stage.say("hello"), acked: false };
  const { conversation } = await browser.send(first.text);
  first.acked = true;
  const [ticket] = await stage.desk.query<{ client_external_id: string }>(
    "select client_external_id from ticket where id = $1",
    [conversation.id],
  );
  const known = new Map<number, VisitorMessage>();
  const put = (message: VisitorMessage) => {
    if (message.conversation === conversation.id) known.set(message.seq, message);
  };
  const fetchAll = async (): Promise<VisitorMessage[]> => {
    const all: VisitorMessage[] = [];
    for (;;) {
      const after = all.at(-1)?.seq ?? 0;
      const { status, body } = await browser.call(
        `messages?conversation=${conversation.id}&after=${after}&limit=50`,
      );
      if (status !== 200) throw new Error(`A visitor's messages were answered with ${status}`);
      const { messages, more } = body as { messages: VisitorMessage[]; more: boolean };
      all.push(...messages);
      if (!more) return all;
    }
  };
  const socket = browser.connect();
  // Fetches messages that came while it was cut off, as the frame does; a desk that is just starting is asked again.
  const catchUp = async (): Promise<void> => {
    const missed = await fetchAll().catch(() => null);
    if (missed) for (const message of missed) put(message);
    else if (socket.connected) await catchUp();
  };
  socket.on("connect", () => void catchUp());
  socket.on("message", ({ message }) => put(message));
  const inOrder = () => [...known.values()].toSorted((one, other) => one.seq - other.seq);
  const visitor: PlayedVisitor = {
    id: ticket?.client_external_id ?? "",
    browser,
    conversation: conversation.id,
    sent: [first],
    async write(text) {
      const sent = { text, acked: false };
      visitor.sent.push(sent);
      put((await browser.send(text)).message);
      sent.acked = true;
    },
    fetched: async () => (await fetchAll()).map(({ content }) => content),
    shown: () => inOrder().map(({ content }) => content),
    received: () => inOrder().flatMap(({ mine, content }) => (mine ? [] : [content])),
    cut: () => void socket.io.engine.close(),
    leave: () => void socket.disconnect(),
  };
  stage.ledger.clients.push(visitor);
  return visitor;
}
