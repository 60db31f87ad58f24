import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../test/world.ts";

let world: World;
let apart: World;
beforeAll(async () => {
  [world, apart] = await Promise.all([
    createWorld(),
    createWorld({
      env: {
        PUBLIC_URL: "https://desk.example",
        FILES_ORIGIN: "https://files.example",
        SOCKET_ORIGIN: "https://live.example",
      },
    }),
  ]);
});
afterAll(() => Promise.all([world.close(), apart.close()]));

const policyOf = async ({ stranger }: World) => {
  const { headers } = await stranger.get("/auth/validate");
  const parts = String(headers["content-security-policy"]).split(";");
  return Object.fromEntries(parts.map((part) => part.trim().split(/ (.*)/)));
};

test("only our own files run, nobody frames us, no type is guessed", async () => {
  expect(await policyOf(world)).toEqual({
    "default-src": "'self'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' blob: data:",
    "media-src": "'self' blob: data:",
    "connect-src": "'self' ws://localhost:3003",
    "worker-src": "'self'",
    "frame-ancestors": "'none'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
  });
  const { headers } = await world.stranger.get("/auth/validate");
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
  });
  expect(headers).not.toHaveProperty("strict-transport-security");
});

test("refusals and errors carry the same", async () => {
  for (const path of ["/nowhere", "/auth/profile"]) {
    const { headers } = await world.stranger.get(path);
    expect(headers["content-security-policy"]).toContain("default-src 'self'");
    expect(headers["x-content-type-options"]).toBe("nosniff");
  }
});

test("origins that were split off are named, and https is kept", async () => {
  const policy = await policyOf(apart);
  expect(policy["img-src"]).toBe("'self' blob: data: https://files.example");
  expect(policy["connect-src"]).toBe(
    "'self' wss://live.example wss://desk.example https://live.example https://files.example",
  );
  const { headers } = await apart.stranger.get("/auth/validate");
  expect(headers["strict-transport-security"]).toContain("max-age=31536000");
});
