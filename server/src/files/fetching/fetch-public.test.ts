import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, Socket, type TcpNetConnectOpts } from "node:net";
import { text } from "node:stream/consumers";
import { MockAgent } from "undici";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { fetchPublic, type PublicFetch, publicAgent } from "./fetch-public.ts";

let server: Server;
let origin: string;
let listener: RequestListener = (_request, response) => response.end();
const seen: { url: string; authorization: string | undefined }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push({ url: request.url ?? "", authorization: request.headers.authorization });
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const base = { provider: "Example", maxBytes: 100, timeout: 5_000 };
const fromSimulator = (path: string, more: Partial<PublicFetch> = {}) =>
  fetchPublic(`${origin}${path}`, { ...base, providerUrl: origin, ...more });
const fromProvider = (address: string, more: Partial<PublicFetch> = {}) =>
  fetchPublic(address, { ...base, providerUrl: "https://api.example.com", ...more });
const refused = {
  outcome: "notPublic",
  reason: { code: "file_address_refused", facts: { provider: "Example" } },
};

test.each([
  "https://127.0.0.1/a",
  "https://localhost/a",
  "https://[::1]/a",
  "https://10.0.0.1/a",
  "https://169.254.169.254/latest/meta-data",
  "https://[::ffff:10.0.0.1]/a",
  "https://[fd00::1]/a",
  "https://2130706433/a",
  "https://0x7f.1/a",
  "http://example.com/a",
  "ftp://example.com/a",
  "file:///etc/passwd",
  "https://user:password@example.com/a",
  "no address",
])("%s is not fetched from a real provider", async (address) => {
  expect(await fromProvider(address)).toEqual(refused);
});

test("a name with a private address, even among public ones, is refused when the socket looks it up", async () => {
  // Tests open no socket to another name, so only the socket's own look-up runs.
  const connect = vi.spyOn(Socket.prototype, "connect").mockImplementation(lookUpOnly);
  const found = ["203.0.113.1", "8.8.8.8", "127.0.0.1"].map((address) => ({ address, family: 4 }));
  for (const answer of [found, found.slice(1), found.slice(2)]) {
    const agent = publicAgent((_host, _options, done) => done(null, answer));
    const options = { ...base, providerUrl: origin };
    expect(await fetchPublic("https://media.example.com/a", options, agent)).toEqual(refused);
    await agent.close();
  }
  connect.mockRestore();
});

function lookUpOnly(this: Socket, given: unknown): Socket {
  const [{ host = "", lookup }] = [given].flat() as [TcpNetConnectOpts];
  lookup?.(host, { all: true }, (error) => {
    setImmediate(() => this.destroy(error ?? new Error("It would connect")));
  });
  return this;
}

test("a host outside the allowed ones is refused", async () => {
  const allowHost = (host: string) => host === "media.example.com";
  expect(await fromProvider("https://evil.example.net/a", { allowHost })).toEqual(refused);
});

test("a redirect to a private address is refused, one to a public address is followed without the headers", async () => {
  const agent = new MockAgent();
  agent.disableNetConnect();
  const from = agent.get("https://media.example.com");
  from.intercept({ path: "/inside" }).reply(302, "", { headers: { location: "https://192.168.1.1/" } });
  from.intercept({ path: "/loopback" }).reply(302, "", { headers: { location: `${origin}/secret` } });
  from.intercept({ path: "/plain" }).reply(302, "", { headers: { location: "http://media.example.com/" } });
  from.intercept({ path: "/moved", headers: { authorization: "Bearer t" } }).reply(307, "", {
    headers: { location: "https://cdn.example.org/x" },
  });
  agent
    .get("https://cdn.example.org")
    .intercept({ path: "/x", headers: (headers) => !("authorization" in headers) })
    .reply(200, "bytes", { headers: { "content-type": "image/PNG; q=1" } });
  const options = { ...base, providerUrl: "https://api.example.com", headers: { authorization: "Bearer t" } };
  seen.length = 0;
  for (const path of ["inside", "loopback", "plain"]) {
    expect(await fetchPublic(`https://media.example.com/${path}`, options, agent)).toEqual(refused);
  }
  expect(seen).toEqual([]);
  const moved = await fetchPublic("https://media.example.com/moved", options, agent);
  if (moved.outcome !== "ok") throw new Error(moved.outcome);
  expect([await text(moved.stream), moved.mediaType]).toEqual(["bytes", "image/png"]);
  await agent.close();
});

test("a chain of redirects ends", async () => {
  listener = (_request, response) => response.writeHead(302, { location: "/again" }).end();
  seen.length = 0;
  expect(await fromSimulator("/again")).toMatchObject({ outcome: "failed" });
  expect(seen).toHaveLength(5);
});

test("a provider that is a simulator on this machine may name loopback addresses, with its headers", async () => {
  listener = (_request, response) => response.end("ten bytes!");
  seen.length = 0;
  const answer = await fromSimulator("/a", { headers: { authorization: "Bearer t" } });
  if (answer.outcome !== "ok") throw new Error(answer.outcome);
  expect(await text(answer.stream)).toBe("ten bytes!");
  expect(answer.size).toBe(10);
  expect(seen).toEqual([{ url: "/a", authorization: "Bearer t" }]);
});

test("too many bytes are refused by their announced length, and cut off when there are more than announced", async () => {
  listener = (_request, response) => response.end("x".repeat(101));
  expect(await fromSimulator("/a")).toEqual({ outcome: "tooLarge" });
  listener = (_request, response) => {
    response.write("x".repeat(60));
    response.end("x".repeat(60));
  };
  const answer = await fromSimulator("/a");
  if (answer.outcome !== "ok") throw new Error(answer.outcome);
  await expect(text(answer.stream)).rejects.toMatchObject({ code: "too_large" });
});

test("an answer that stops in the middle ends by the time limit", async () => {
  listener = (_request, response) => void response.write("half");
  const answer = await fromSimulator("/a", { timeout: 300 });
  if (answer.outcome !== "ok") throw new Error(answer.outcome);
  await expect(text(answer.stream)).rejects.toThrow();
});

test("a provider that does not answer, or refuses, is reported without the address", async () => {
  listener = () => undefined;
  expect(await fromSimulator("/secret", { timeout: 300 })).toEqual({
    outcome: "failed",
    reason: { code: "no_answer", facts: { provider: "Example" } },
  });
  listener = (_request, response) => response.writeHead(429, { "retry-after": "7" }).end();
  expect(await fromSimulator("/secret")).toEqual({
    outcome: "refused",
    status: 429,
    afterMs: 7000,
    reason: { code: "provider_status", facts: { provider: "Example", status: 429 } },
  });
  expect(await fetchPublic("http://127.0.0.1:1/secret", { ...base, providerUrl: origin })).toMatchObject({
    outcome: "failed",
    reason: { code: "connection_refused" },
  });
});
