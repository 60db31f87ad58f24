/** Web chats of the attacker's company and of its neighbour, and browsers of their visitors. */
import { randomBytes, randomUUID } from "node:crypto";
import type { Stage } from "../stage.ts";
import { type Answer, json, type Visitor } from "../visitor.ts";

export type Chat = { channelid: string; key: string; identify_secret: string };

export async function connectChat(
  stage: Stage,
  company: "harbour" | "northwind",
  name = "Shop",
): Promise<Chat> {
  const admin = stage.as(company === "harbour" ? "ingrid" : "freya");
  const answer = await admin.post("/channels/web/connect", { name });
  if (answer.status !== 200) throw new Error(`A web chat was not connected: ${answer.text}`);
  return json<Chat>(answer);
}

export const newToken = () => `wv_${randomBytes(32).toString("base64url")}`;

export type Browser = {
  token: string;
  get(call: string): Promise<Answer>;
  post(call: string, body: object): Promise<Answer>;
};

export function openBrowser(visitor: Visitor, { key }: Pick<Chat, "key">, token = newToken()): Browser {
  const headers = { authorization: `Visitor ${token}` };
  return {
    token,
    get: (call) => visitor.get(`/visitor/${key}/${call}`, headers),
    post: (call, body) => visitor.post(`/visitor/${key}/${call}`, body, headers),
  };
}

/** The body of a first message. */
export const hello = (content: string, more: object = {}) => ({
  ...{ messageid: randomUUID(), conversation: null, type: "text", content },
  first: { language: "en" },
  ...more,
});

export type Written = { conversation: { id: string }; message: { messageid: string } };

export async function write(browser: Browser, content: string, more: object = {}): Promise<Written> {
  const answer = await browser.post("send", hello(content, more));
  if (answer.status !== 200) throw new Error(`A visitor could not write: ${answer.status} ${answer.text}`);
  return json<Written>(answer);
}
