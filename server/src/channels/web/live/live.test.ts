/** The events of a visitor's frame at /visitor.io, and the visitors it accepts. */
import type { VisitorMessage } from "@parley/contract/visitors";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { connectSocket, startLive } from "../../../../../test/world/live.ts";
import { signProof } from "../../../../../test/world/proof.ts";
import {
  connectVisitor,
  connectWebChat,
  openVisitorBrowser,
  type VisitorBrowser,
  type WebChat,
} from "../../../../../test/world/web-chat.ts";
import { createWorld, type World } from "../../../../../test/world.ts";

let world: World;
let live: Awaited<ReturnType<typeof startLive>>;
let chat: WebChat;
let visitor: VisitorBrowser;
beforeAll(async () => {
  world = await createWorld();
  live = await startLive(world);
  chat = await connectWebChat(world, { departmentid: world.departments.bookings.id });
});
afterAll(async () => {
  await live.close();
  await world.close();
});
beforeEach(() => {
  visitor = openVisitorBrowser(world, chat);
});

const connect = (auth: object | undefined, headers?: Record<string, string>) =>
  connectVisitor(live.url, auth, headers);
const open = (browser = visitor) => connect({ key: chat.key, token: browser.token });
const accept = (ticketid: string) => world.as("mira").post("/acceptTicket", { ticketid });

describe("the server", () => {
  test("the server refuses no token, an unknown one, another chat's, another site's page", async () => {
    await visitor.write("Hello");
    const theirs = await connectWebChat(world, { company: "northwind" });
    await expect(connect(undefined)).rejects.toThrow("signed_out");
    await expect(open(openVisitorBrowser(world, chat))).rejects.toThrow("signed_out");
    await expect(connect({ key: theirs.key, token: visitor.token })).rejects.toThrow("signed_out");
    await expect(
      connect({ key: chat.key, token: visitor.token }, { origin: "https://evil.example" }),
    ).rejects.toThrow();
    await expect(open()).resolves.toBeDefined();
  });

  test("the server closes a connection that sends no CONNECT", async () => {
    const { WebSocket } = await import("ws");
    const socket = new WebSocket(`${live.url.replace("http", "ws")}/visitor.io/?EIO=4&transport=websocket`, {
      headers: { origin: live.url },
    });
    onTestFinished(() => socket.terminate());
    await new Promise((resolve) => socket.once("close", resolve));
  });
});

describe("a visitor", () => {
  test("a visitor gets acceptance, reading, typing, answer and closing, and no one else does", async () => {
    const { conversation } = await visitor.write("Where is order 7?");
    const other = openVisitorBrowser(world, chat);
    await other.write("Hello");
    const [tab, elsewhere] = [await open(), await open(other)];
    const agent = await connectSocket(live.url, {
      origin: world.context.config.consoleOrigin,
      cookie: await world.as("mira").cookie(),
    });
    await accept(conversation.id);
    const accepted = await tab.receives("conversation", ({ state }) => state === "accepted");
    expect(accepted.agent).toMatchObject({ name: "Mira" });
    await agent.emit("openTicket", { ticketid: conversation.id });
    await agent.emit("seen", { ticketid: conversation.id, seq: 1 });
    await tab.receives("conversation", ({ seen }) => seen.read === 1);
    await agent.emit("typing", { ticketid: conversation.id });
    expect(await tab.receives("typing")).toEqual({ conversation: conversation.id, name: "Mira" });
    await world.as("mira").post("/send-message", { ticketid: conversation.id, content: "On its way." });
    const { message } = await tab.receives("message", ({ message }) => !message.mine);
    expect([message.content, message.seq]).toEqual(["On its way.", 2]);
    await world.as("mira").post("/close-ticket", { ticketid: conversation.id });
    await tab.receives("message", ({ conversation }) => conversation.state === "closed");
    expect(elsewhere.received).toEqual([]);
  });

  test("a visitor gets a conversation that an agent begins with them", async () => {
    const first = { language: "de", email: "rosa@pier.example" };
    const { conversation } = await visitor.write("Hello", { first });
    await accept(conversation.id);
    await world.as("mira").post("/close-ticket", { ticketid: conversation.id });
    const tab = await open();
    const { clientid } = (await world.as("mira").get(`/tickets/${conversation.id}`)).json();
    const begun = await world
      .as("mira")
      .post("/start-conversation", { channelid: chat.channelid, clientid, content: "Your boots are here" });
    const heard = await tab.receives("message", ({ message }) => !message.mine);
    expect([heard.conversation.id, heard.conversation.state, heard.message.content]).toEqual([
      begun.json().ticketid,
      "accepted",
      "Your boots are here",
    ]);
  });

  test("a visitor gets in another tab what they wrote, edited and took back in one", async () => {
    const { message } = await visitor.write("One");
    const tab = await open();
    const second = await visitor.write("Two");
    expect((await tab.receives("message")).message).toEqual(second.message);
    await visitor.post("edit", { messageid: message.messageid, content: "1" });
    await tab.receives("messageChanged", (changed) => changed.message.content === "1");
    await visitor.post("delete", { messageid: message.messageid });
    await tab.receives("messageChanged", (changed) => changed.message.type === "deleted");
  });

  test("a visitor's events leave what a fresh fetch shows", async () => {
    const { conversation } = await visitor.write("One");
    const tab = await open();
    await accept(conversation.id);
    await world.as("mira").post("/send-message", { ticketid: conversation.id, content: "Two" });
    await world.drain();
    const shown = await tab.receives("messageChanged", ({ conversation }) => conversation.seq === 2);
    const fetched = (await visitor.get("me")).json().conversations[0];
    expect(shown.conversation).toEqual(fetched);
  });

  test("a visitor gets after a cut connection what a fetch from the last message on gives: nothing twice, nothing lost", async () => {
    const { conversation } = await visitor.write("One");
    const before = await open();
    await accept(conversation.id);
    const reply = (content: string) =>
      world.as("mira").post("/send-message", { ticketid: conversation.id, content });
    await reply("Two");
    const heard = await before.receives("message", ({ message }) => message.content === "Two");
    before.socket.disconnect();
    await reply("Three");
    const after = await open();
    await reply("Four");
    const pushed = await after.receives("message", ({ message }) => message.content === "Four");
    const path = `messages?conversation=${conversation.id}&after=${heard.message.seq}`;
    const { messages } = (await visitor.get(path)).json() as { messages: VisitorMessage[] };
    expect(messages.map(({ content }) => content)).toEqual(["Three", "Four"]);
    expect(after.received.filter(({ event }) => event === "message")).toHaveLength(1);
    expect(pushed.message.seq).toBe(messages[1]?.seq);
  });

  test("a visitor gets changed settings", async () => {
    await visitor.write("Hello");
    const tab = await open();
    const path = `/channels/${chat.channelid}/widget`;
    const { settings } = (await world.as("ingrid").get(path)).json();
    await world.as("ingrid").post(path, { ...settings, colour: "#112233" });
    await tab.receives("widget");
  });

  test("a visitor gets the end of their token, and is cut off", async () => {
    await visitor.write("Hello");
    const tab = await open();
    await visitor.post("sign-out");
    await tab.receives("visitorEnded");
    await tab.cut;
  });
});

describe("an agent gets", () => {
  test("an agent gets a visitor's typing, and what the visitor has received and read", async () => {
    const { conversation } = await visitor.write("Hello");
    await accept(conversation.id);
    await world.as("mira").post("/send-message", { ticketid: conversation.id, content: "Good day" });
    const agent = await connectSocket(live.url, {
      origin: world.context.config.consoleOrigin,
      cookie: await world.as("mira").cookie(),
    });
    await agent.emit("openTicket", { ticketid: conversation.id });
    const tab = await open();
    const upTo = { conversation: conversation.id, seq: 2 };
    expect(await tab.socket.emitWithAck("typing", { conversation: conversation.id })).toEqual({ ok: true });
    await agent.receives("typing", ({ who }) => who === "client");
    expect(await tab.socket.emitWithAck("delivered", upTo)).toEqual({ ok: true });
    await agent.receives("messageUpdate", ({ status }) => status === "delivered");
    expect(await tab.socket.emitWithAck("seen", upTo)).toEqual({ ok: true });
    await agent.receives("messageUpdate", ({ status }) => status === "read");
  });

  test("an agent gets a visitor's name, once a page vouches for them", async () => {
    const { conversation } = await visitor.write("Hello");
    const agent = await connectSocket(live.url, {
      origin: world.context.config.consoleOrigin,
      cookie: await world.as("mira").cookie(),
    });
    const exp = world.clock.now().getTime() / 1000 + 600;
    const jwt = signProof({ sub: "customer-1", name: "Rosa Lind", exp }, chat.identify_secret);
    expect((await visitor.post("identify", { jwt })).statusCode).toBe(200);
    await agent.receives(
      "updateTicket",
      ({ ticketid, client_name }) => ticketid === conversation.id && client_name === "Rosa Lind",
    );
  });

  test("an agent gets nothing of a visitor in another's conversation", async () => {
    const { conversation } = await visitor.write("Hello");
    const other = openVisitorBrowser(world, chat);
    await other.write("Hi");
    const tab = await open(other);
    const answer = await tab.socket.emitWithAck("typing", { conversation: conversation.id });
    expect(answer).toEqual({ ok: false, code: "not_found" });
  });
});
