import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { renewSubscription } from "../../../service-worker/subscription.ts";
import { checkPush, turnOff, turnOn } from "./push.ts";

const [oldKey, key] = ["BAAB", "BAAC"];
const bytesOf = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0)).buffer;
const under = (applicationServerKey: string, endpoint: string) => ({
  options: { applicationServerKey: bytesOf(applicationServerKey) },
  toJSON: () => ({ endpoint }),
  async unsubscribe() {
    manager.known = null;
  },
});

/** A browser whose push service issues addresses, one at a time. */
const manager = {
  known: null as ReturnType<typeof under> | null,
  getSubscription: async () => manager.known,
  async subscribe({ userVisibleOnly, applicationServerKey }: PushSubscriptionOptionsInit) {
    // Browsers allow no silent push.
    if (!userVisibleOnly) throw new Error("Only visible notifications are granted");
    if (manager.known) throw new Error("Subscribed already, under another key");
    manager.known = under(String(applicationServerKey), "https://push.example/new");
    return manager.known;
  },
};
const notification = {
  permission: "default" as NotificationPermission,
  answer: "granted" as NotificationPermission,
  requestPermission: async () => notification.answer,
};
/** The server's record of this browser. */
let server: { signedIn: boolean; on: boolean; endpoint: string | null };
const none = { signedIn: true, on: false, endpoint: null };

/** The server's answers: a subscription belongs to the signed-in agent, and an unknown address is off. */
const answers: Record<string, (body: { endpoint?: string; subscription?: boolean }) => unknown> = {
  "/push-key": () => ({ key }),
  "/auth/validate": () => ({ status: "valid", isPushSubscribed: server.on }),
  "/check-subscription": ({ endpoint }) => ({ isPushSubscribed: server.on && endpoint === server.endpoint }),
  "/subscribe": ({ endpoint }) => {
    server = { ...server, on: true, endpoint: endpoint ?? null };
    return { isPushSubscribed: true };
  },
  "/update-subscription": ({ subscription }) => {
    server = { ...server, on: subscription === true };
    return { isPushSubscribed: server.on };
  },
};

beforeEach(() => {
  server = { ...none };
  Object.assign(manager, { known: null });
  Object.assign(notification, { permission: "default", answer: "granted" });
  vi.stubGlobal("Notification", notification);
  vi.stubGlobal("navigator", { serviceWorker: { ready: Promise.resolve({ pushManager: manager }) } });
  vi.stubGlobal("fetch", async (path: string, { body }: { body?: string } = {}) => {
    if (!server.signedIn) return Response.json({ code: "signed_out", message: "" }, { status: 401 });
    return Response.json(answers[path]?.(body ? JSON.parse(body) : {}));
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Sets the server on for this browser, which is subscribed under a key. */
function subscribed(keyOf: string, endpoint: string) {
  manager.known = under(keyOf, endpoint);
  server = { ...server, on: true, endpoint };
}
const addresses = () => ({ browser: manager.known?.toJSON().endpoint ?? null, server: server.endpoint });
const renewed = "https://push.example/new";

describe("turning push on", () => {
  test.each(["denied", "default"] as const)(
    "turning push on with the answer %s leaves it off everywhere",
    async (answer) => {
      subscribed(key, "https://push.example/known");
      notification.answer = answer;
      expect(await turnOn()).toBe(false);
      expect(server.on).toBe(false);
    },
  );

  test("turning push on subscribes under the server's key", async () => {
    expect(await turnOn()).toBe(true);
    expect(server).toMatchObject({ on: true, endpoint: renewed });
    expect(addresses().browser).toBe(renewed);
    expect(new Uint8Array(manager.known?.options.applicationServerKey ?? [])).toEqual(
      new Uint8Array(bytesOf(key)),
    );
  });

  test("turning push on keeps the browser's subscription", async () => {
    manager.known = under(key, "https://push.example/known");
    await turnOn();
    expect(server.on).toBe(true);
    expect(addresses()).toEqual({
      browser: "https://push.example/known",
      server: "https://push.example/known",
    });
  });

  test("turning push on replaces a subscription under another key", async () => {
    manager.known = under(oldKey, "https://push.example/old");
    await turnOn();
    expect(server.on).toBe(true);
    expect(addresses()).toEqual({ browser: renewed, server: renewed });
  });
});

test("the browser stays subscribed for the next time when push is turned off", async () => {
  subscribed(key, "https://push.example/known");
  await turnOff();
  expect(server.on).toBe(false);
  expect(addresses().browser).toBe("https://push.example/known");
});

describe("at the start", () => {
  test("a browser in which notifications are denied is turned off at the server", async () => {
    notification.permission = "denied";
    expect(await checkPush()).toBe(false);
    expect(server).toEqual(none);
    subscribed(key, "https://push.example/known");
    expect(await checkPush()).toBe(false);
    expect(server.on).toBe(false);
  });

  test("a browser that was never subscribed stays so at the start", async () => {
    notification.permission = "granted";
    expect(await checkPush()).toBe(false);
    expect([server, addresses().browser]).toEqual([none, null]);
  });

  test("the server decides whether push is on at the start", async () => {
    notification.permission = "granted";
    manager.known = under(key, "https://push.example/known");
    expect(await checkPush()).toBe(false);
    expect(server).toEqual(none);
    subscribed(key, "https://push.example/known");
    expect(await checkPush()).toBe(true);
    expect(addresses()).toEqual({
      browser: "https://push.example/known",
      server: "https://push.example/known",
    });
  });

  test("a subscription under an earlier key is replaced", async () => {
    notification.permission = "granted";
    subscribed(oldKey, "https://push.example/old");
    expect(await checkPush()).toBe(true);
    expect(addresses()).toEqual({ browser: renewed, server: renewed });
  });
});

describe("a browser whose push address changes", () => {
  const renew = (old: ReturnType<typeof under> | null) =>
    renewSubscription(manager as unknown as PushManager, old as unknown as PushSubscription | null);
  const old = under(key, "https://push.example/known");

  test.each([
    ["where it was off", () => undefined],
    [
      "signed out",
      () => Object.assign(server, { signedIn: false, on: true, endpoint: "https://push.example/known" }),
    ],
  ])("a browser is not subscribed at its new push address: %s", async (_when, before) => {
    before();
    const { endpoint } = server;
    await renew(old);
    await renew(null);
    expect(addresses()).toEqual({ browser: null, server: endpoint });
  });

  test.each([
    ["with the subscription before it", old],
    ["without", null],
  ])("a browser is reached at its new push address where push was on: %s", async (_how, before) => {
    server = { ...server, on: true, endpoint: "https://push.example/known" };
    await renew(before);
    expect(addresses()).toEqual({ browser: renewed, server: renewed });
  });
});
