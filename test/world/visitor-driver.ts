/** Visitors of a web chat who talk to the desk itself: by the calls and the live connection of their frame. */
import { randomUUID } from "node:crypto";
import { isType } from "@parley/contract/timeline";
import type { VisitorMessage } from "@parley/contract/visitors";
import type { World } from "../world.ts";
import { blackPng } from "./black-png.ts";
import type { PlayedChannel, PlayedClient } from "./drivers.ts";
import { connectVisitor, openVisitorBrowser, type Sent, type WebChat } from "./web-chat.ts";

const noProvider = (): never => {
  throw new Error("No provider is between the desk and a visitor");
};

export function driveVisitors(world: World, url: string): PlayedChannel {
  const chats = new Map<string, Pick<WebChat, "key">>();
  const visitors = new Map<string, () => Promise<void>>();
  let made = 0;
  return {
    newAccount() {
      made += 1;
      return { body: { name: `Shop ${made}` }, externalId: `Shop ${made}` };
    },
    connected: (account, answer) => void chats.set(account, answer as WebChat),
    async newClient(account) {
      const chat = chats.get(account);
      if (!chat) throw new Error(`${account} is not connected`);
      return newVisitor(world, url, chat, (externalId, again) => visitors.set(externalId, again));
    },
    // An answered message is stored.
    delivered: async () => undefined,
    repeat: async (_account, { externalId }) => visitors.get(externalId)?.(),
    calls: () => null,
    mendChecks: () => undefined,
    ...{ wrongAccount: noProvider, spoilNextSend: noProvider, revoke: noProvider },
    ...{ spoilChecks: noProvider, forgedCall: noProvider },
  };
}

async function newVisitor(
  world: World,
  url: string,
  chat: Pick<WebChat, "key">,
  known: (externalId: string, again: () => Promise<void>) => void,
): Promise<PlayedClient> {
  const browser = openVisitorBrowser(world, chat);
  let conversation: string | null = null;
  let externalId = "";
  let live: Awaited<ReturnType<typeof connectVisitor>> | null = null;

  async function send(write: (more: object) => Promise<Sent>): Promise<string> {
    const messageid = randomUUID();
    const sent = { conversation, messageid };
    const first = !conversation;
    const { conversation: found } = await write({ ...sent, ...(!first && { first: undefined }) });
    conversation = found.id;
    if (first) {
      const { rows } = await world.context.pool.query(
        "select client_external_id as id from ticket where id = $1",
        [found.id],
      );
      externalId = rows[0].id;
      live = await connectVisitor(url, { key: chat.key, token: browser.token });
    }
    // Repeats like a frame that got no answer: five times in turn, and twenty at once.
    known(externalId, async () => {
      const again = () => write(sent);
      for (let time = 0; time < 5; time += 1) await again();
      await Promise.all(Array.from({ length: 20 }, again));
    });
    return messageid;
  }
  async function call(name: string, body: object): Promise<void> {
    const answer = await browser.post(name, body);
    if (answer.statusCode !== 200) throw new Error(answer.body);
  }
  const messages = async () =>
    (await browser.get(`messages?conversation=${conversation}`)).json().messages as VisitorMessage[];
  const find = async (id: string) => (await messages()).find(({ messageid }) => messageid === id);

  return {
    get externalId() {
      return externalId;
    },
    write: (content) => send((more) => browser.write(content, more)),
    sendFile: (caption) => send((more) => browser.sendFile("picture.png", blackPng(8), { ...more, caption })),
    edit: (messageid, content) => call("edit", { messageid, content }),
    remove: (messageid) => call("delete", { messageid }),
    react: (messageid, reaction) => call("react", { messageid, reaction }),
    confirm: async (id) => {
      const seq = (await find(id))?.seq;
      await live?.socket
        .timeout(5_000)
        .emitWithAck("delivered", { conversation: conversation ?? "", seq: seq ?? 0 });
    },
    rate: (stars) => call("rate", { conversation, stars }),
    received: async () =>
      (await messages())
        .filter(({ mine, type }) => !mine && isType(type, "crossesChannel"))
        .map(({ messageid, content, caption, file, reply_to }) => ({
          ...{ id: messageid, text: caption ?? content, file: file !== null },
          quotes: reply_to?.messageid ?? null,
        })),
    reactionTo: async (id) => (await find(id))?.agent_reaction ?? null,
    sawTyping: async () => (await live?.receives("typing")) !== undefined,
    sawRead: async () => (await live?.receives("conversation", ({ seen }) => seen.read > 0)) !== undefined,
  };
}
