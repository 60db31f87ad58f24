import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { call, onSignedOut, Refused, TooBusy, Unreachable } from "./client.ts";

const fetched = vi.fn<typeof fetch>();

beforeEach(() => vi.stubGlobal("fetch", fetched.mockReset()));
afterEach(() => vi.unstubAllGlobals());

const answers = (status: number, body: unknown) =>
  fetched.mockResolvedValue(new Response(typeof body === "string" ? body : JSON.stringify(body), { status }));

test("a server that does not answer is unreachable", async () => {
  fetched.mockRejectedValue(new TypeError("Failed to fetch"));
  await expect(call("listOpenTickets")).rejects.toBeInstanceOf(Unreachable);
});

test.each([
  ["a proxy's error page", 502, "<html>Bad gateway</html>"],
  ["a server that is starting", 503, { code: "not_ready", message: "Not ready" }],
  ["an answer that is no JSON", 200, "<html>Sign in to the café's Wi-Fi</html>"],
])("an answer of %s does not count as the server's own", async (_what, status, body) => {
  answers(status, body);
  await expect(call("listOpenTickets")).rejects.toBeInstanceOf(Unreachable);
});

test("a 503 of the server's own shows its reason", async () => {
  const reason = { code: "setup_unreachable", facts: { provider: "Telegram" } };
  answers(503, { code: "not_ready", message: "Telegram cannot be reached at the moment.", reason });
  const error = await call("listOpenTickets").catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Unreachable);
  expect(error).toMatchObject({ message: "Telegram cannot be reached at the moment.", reason });
  answers(503, { code: "not_ready", message: "Not ready", reason: { code: "not_ready", facts: {} } });
  await expect(call("listOpenTickets")).rejects.toMatchObject({ reason: null });
});

test("a call over the limit is retried like one without a server, and says so", async () => {
  answers(429, { code: "too_many_calls", message: "Too many calls at once." });
  const error = await call("listOpenTickets").catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(TooBusy);
  expect(error).toBeInstanceOf(Unreachable);
  answers(429, { code: "rate_limited", message: "Too many tries. Please wait 30 seconds." });
  await expect(call("signIn", { body: {} })).rejects.toBeInstanceOf(Refused);
});

test("an answer that breaks off is unreachable", async () => {
  const body = new ReadableStream({ start: (stream) => stream.error(new TypeError("network error")) });
  fetched.mockResolvedValue(new Response(body));
  await expect(call("listOpenTickets")).rejects.toBeInstanceOf(Unreachable);
});

test("a refusal carries its status, its text and its further fields", async () => {
  const handler = { userid: "x", user_name: "Jonas Becker" };
  answers(409, { code: "already_accepted", message: "Ticket already accepted", handler });
  const refused = await call("acceptTicket", { body: { ticketid: "x" } }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refused);
  expect(refused).toMatchObject({ status: 409, message: "Ticket already accepted", answer: { handler } });
});

test("several reasons become one text of several lines", async () => {
  answers(400, { code: "invalid", message: ["Too short", "No digit"] });
  await expect(call("registerCompany", { body: { data: {} } })).rejects.toThrow("Too short\nNo digit");
});

test("an aborted call is no failure of the network", async () => {
  const abort = new AbortController();
  fetched.mockImplementation(async () => {
    abort.abort();
    throw abort.signal.reason;
  });
  await expect(call("listOpenTickets", { signal: abort.signal })).rejects.toMatchObject({
    name: "AbortError",
  });
});

test("a 401 ends the session for every part", async () => {
  const signedOut = vi.fn();
  const stop = onSignedOut(signedOut);
  answers(401, { code: "signed_out", message: "Please sign in." });
  await expect(call("listOpenTickets")).rejects.toBeInstanceOf(Refused);
  expect(signedOut).toHaveBeenCalledOnce();
  stop();
});

test("an answer is returned unchanged, and calls carry the session", async () => {
  answers(200, ["a ticket"]);
  await expect(call("listOpenTickets")).resolves.toEqual(["a ticket"]);
  expect(fetched).toHaveBeenCalledWith("/tickets", expect.objectContaining({ credentials: "include" }));
});
