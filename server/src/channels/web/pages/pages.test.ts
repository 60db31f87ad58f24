/** The files that other sites load from the desk, and the pages that may show the chat. */
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectWebChat, type WebChat } from "../../../../../test/world/web-chat.ts";
import { createWorld, type World } from "../../../../../test/world.ts";
import { framePolicy } from "./content.ts";

let world: World;
let chat: WebChat;
beforeAll(async () => {
  world = await createWorld();
  chat = await connectWebChat(world, { origins: ["https://shop.example", "https://*.blog.example"] });
});
afterAll(() => world.close());
const get = (path: string, headers = {}) => world.stranger.get(path, { headers });
const directive = (policy: string, name: string) =>
  policy
    .split("; ")
    .find((one) => one.startsWith(`${name} `))
    ?.split(" ")
    .slice(1);

test("any page may read the appearance, which names no pages and departments", async () => {
  const answer = await get(`/chat/look/${chat.key}`);
  expect(answer.headers["access-control-allow-origin"]).toBe("*");
  expect(answer.headers["cache-control"]).toBe("public, max-age=60");
  expect(Object.keys(answer.json()).toSorted()).toEqual(
    ["colour", "key", "language", "name", "on_colour", "side", "theme"].toSorted(),
  );
  expect((await get(`/chat/look/wk_${"a".repeat(22)}`)).statusCode).toBe(404);
});

describe("the frame", () => {
  test("the frame may be shown by the chat's pages and the desk, and runs the desk's own files alone", () => {
    const { config } = world.context;
    const policy = framePolicy(config, { origins: ["https://shop.example"] } as never);
    expect(directive(policy, "frame-ancestors")).toEqual([
      "'self'",
      new URL(config.publicUrl).origin,
      "https://shop.example",
    ]);
    expect(directive(policy, "default-src")).toEqual(["'none'"]);
    expect(directive(policy, "script-src")).toEqual(["'self'"]);
  });

  test("the frame's header follows the settings at once", async () => {
    const path = `/channels/${chat.channelid}/widget`;
    const ancestors = async () => {
      const { headers } = await get(`/chat/frame/${chat.key}`);
      return directive(String(headers["content-security-policy"]), "frame-ancestors");
    };
    expect(await ancestors()).toContain("https://*.blog.example");
    const { settings } = (await world.as("ingrid").get(path)).json();
    await world.as("ingrid").post(path, { ...settings, origins: [] });
    expect(await ancestors()).not.toContain("https://shop.example");
  });

  test("the frame has no other header against frames; every other page keeps its own", async () => {
    expect((await get(`/chat/frame/${chat.key}`)).headers["x-frame-options"]).toBeUndefined();
    for (const path of [`/chat/${chat.key}`, "/chat/frame/wk_unknown", "/"]) {
      const { headers } = await get(path, { accept: "text/html" });
      expect([path, headers["x-frame-options"]]).toEqual([path, "DENY"]);
      expect(String(headers["content-security-policy"])).toContain("frame-ancestors 'none'");
    }
  });

  test("the frame of an unknown or a disconnected chat is a page that says so", async () => {
    const gone = await connectWebChat(world);
    await world.as("ingrid").post(`/channels/${gone.channelid}/disconnect`);
    for (const key of [gone.key, "wk_x"]) {
      const answer = await get(`/chat/frame/${key}`);
      expect([answer.statusCode, answer.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    }
  });
});

test("the desk's own page names its chat as text", async () => {
  const odd = await connectWebChat(world, { name: `"><script>alert(1)</script>` });
  const { body } = await get(`/chat/${odd.key}`);
  expect(body).not.toContain("<script>alert");
  expect(body).toContain(`data-key="${odd.key}"`);
});

test("the loader is sent compressed where the browser accepts it", async () => {
  const path = "/chat.js";
  const plain = await get(path, { "accept-encoding": "identity" });
  const compressed = await get(path, { "accept-encoding": "gzip, deflate, br" });
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(compressed.headers).toMatchObject({
    "content-encoding": "gzip",
    "content-type": plain.headers["content-type"],
    vary: "accept-encoding",
  });
  expect(gunzipSync(compressed.rawPayload).toString()).toBe(plain.body);
  const { etag } = compressed.headers;
  expect(etag).not.toBe(plain.headers.etag);
  const again = await get(path, { "accept-encoding": "gzip", "if-none-match": etag });
  expect(again.statusCode).toBe(304);
});

test.each(["..%2fframe.html", "%2e%2e%2fchat.js", "a.html", ".env"])(
  "no file is read outside the assets: %s",
  async (name) => {
    expect((await get(`/chat/assets/${name}`)).statusCode).toBe(404);
  },
);
