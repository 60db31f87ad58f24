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

test("the page runs only our own files, framing is forbidden, no type is guessed", async () => {
  expect(await policyOf(world)).toEqual({
    "default-src": "'self'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' blob: data:",
    "media-src": "'self' blob: data:",
    "connect-src": "'self' ws://localhost:3003",
    "worker-src": "'self'",
    "frame-ancestors": "'none'",
    "frame-src": "'self'",
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

test("refusals and errors carry the same headers", async () => {
  for (const path of ["/nowhere", "/auth/profile"]) {
    const { headers } = await world.stranger.get(path);
    expect(headers["content-security-policy"]).toContain("default-src 'self'");
    expect(headers["x-content-type-options"]).toBe("nosniff");
  }
});

test("separate origins are named in the policy, and https is enforced", async () => {
  const policy = await policyOf(apart);
  expect(policy["img-src"]).toBe("'self' blob: data: https://files.example");
  expect(policy["connect-src"]).toBe(
    "'self' wss://live.example wss://desk.example https://live.example https://files.example",
  );
  const { headers } = await apart.stranger.get("/auth/validate");
  expect(headers["strict-transport-security"]).toBe("max-age=31536000");
});

test("subdomains are held to https where a setting says so", async () => {
  const whole = await createWorld({
    env: { PUBLIC_URL: "https://desk.example", HSTS_INCLUDE_SUBDOMAINS: "1" },
  });
  const { headers } = await whole.stranger.get("/auth/validate");
  expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
  await whole.close();
});

test("neither calls' answers nor refusals are cached", async () => {
  for (const path of ["/tickets", "/auth/profile", "/admin/settings", "/nowhere", "/healthz"]) {
    expect([path, (await world.as("mira").get(path)).headers["cache-control"]]).toEqual([path, "no-store"]);
  }
  expect((await world.stranger.post("/auth/login", {})).headers["cache-control"]).toBe("no-store");
});

test("a page of plain http may not call a desk of https, even on our own host", async () => {
  const leave = (world: World, origin: string) =>
    world.stranger.post("/auth/login", {}, { headers: { origin, host: "desk.example" } });
  expect((await leave(apart, "http://desk.example")).statusCode).toBe(403);
  expect((await leave(apart, "https://desk.example")).statusCode).not.toBe(403);
  const split = await createWorld({
    env: { PUBLIC_URL: "https://desk.example", CONSOLE_ORIGIN: "http://console.example" },
  });
  expect((await leave(split, "http://console.example")).statusCode).toBe(403);
  const { headers } = await split.stranger.get("/healthz", { headers: { origin: "http://console.example" } });
  expect(headers).not.toHaveProperty("access-control-allow-origin");
  await split.close();
});
