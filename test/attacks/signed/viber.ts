import { createHmac, randomInt } from "node:crypto";
import { accessAccount, newToken, viberOf } from "../../../simulator/src/viber/accounts.ts";
import { writeJson } from "../../../simulator/src/viber/tokens.ts";
import type { Platform, Signed } from "./accounts.ts";

/** The account's token signs. */
export const viber: Platform = {
  name: "viber",
  open(simulator, { id, connect, channelid }): Signed {
    const { token = "" } = connect;
    const common = () => ({ timestamp: Date.now(), chat_hostname: "SN-101_", message_token: nextToken() });
    const call = (fields: object) => writeJson({ ...common(), ...fields });
    const from = (sender: string, avatar = "") => ({ id: sender, name: "Mallory", avatar });
    const message = (content: object, facts: { id?: string; client?: string; avatar?: string } = {}) =>
      call({
        ...(facts.id && { message_token: facts.id }),
        ...{ event: "message", message: content },
        sender: from(facts.client ?? `mallory${nextToken()}==`, facts.avatar),
      });
    const account: Signed = {
      ...{ platform: "viber", channelid, path: `/webhooks/viber/${channelid}`, account: id },
      secret: token,
      sign: (body) => ({
        "x-viber-content-signature": createHmac("sha256", token).update(body).digest("hex"),
      }),
      message: (text, facts) => message({ type: "text", text }, facts),
      receipt: (externalId) => call({ event: "seen", message_token: externalId, user_id: "mallory==" }),
      unknown: () => [
        call({ event: "hologram", user_id: "mallory==" }),
        message({ type: "hologram", hologram: { depth: 3 } }),
        message({ type: "text" }),
        message({ type: "location", location: { lat: "north", lon: null } }),
        message({ type: "picture", media: 7, size: -1 }),
        message({ type: "video", media: "not an address", duration: 1e300 }),
        call({ event: "message", sender: null, message: [] }),
        call({ event: ["message"], sender: {}, message: {} }),
        call({ event: "message", timestamp: -1, sender: from("a"), message: { type: "text", text: "\0" } }),
        call({ event: "seen", message_token: "99999999999999999999999999", user_id: 7 }),
        ...notObjects,
      ],
      write: writeJson,
      kinds: () => {
        const user = {
          ...from("mallory=="),
          avatar: "https://media.example/a.png",
          language: "en",
          country: "BG",
        };
        const file = { media: "https://media.example/f", file_name: "a.pdf", size: 7, duration: 3 };
        const contents = [
          { type: "text", text: "words" },
          { type: "picture", text: "words", ...file },
          { type: "video", ...file },
          { type: "file", ...file },
          { type: "location", location: { lat: 43.2, lon: 27.9 } },
          { type: "contact", contact: { name: "Ada", phone_number: "+35988" } },
          { type: "url", media: "https://media.example" },
        ];
        return [
          ...contents.map((content) => ({ event: "message", ...common(), sender: user, message: content })),
          { event: "subscribed", ...common(), user },
          { event: "unsubscribed", ...common(), user_id: "mallory==" },
          { event: "conversation_started", ...common(), user, subscribed: false, type: "open" },
          { event: "seen", ...common(), user_id: "mallory==" },
          { event: "failed", ...common(), user_id: "mallory==", desc: "words" },
        ];
      },
      rejection: () => null,
      fileAt: (media) => message({ type: "picture", media, text: "look" }, { avatar: media }),
      replace() {
        const { network } = simulator;
        const known = accessAccount(network, id);
        const { byToken } = viberOf(network);
        byToken.delete(known.token);
        known.token = newToken();
        byToken.set(known.token, known);
        const body = { token: known.token };
        return { body, after: viber.open(simulator, { id, connect: body, channelid }) };
      },
    };
    return account;
  },
};

export const notObjects = [
  "null",
  "[]",
  '"words"',
  "7",
  "{}",
  `{"a":${"[".repeat(5000)}${"]".repeat(5000)}}`,
];

const nextToken = () => `59${randomInt(10 ** 8, 10 ** 9)}${randomInt(10 ** 7, 10 ** 8)}`;
