import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { renewSubscription } from "../../service-worker/subscription.ts";
import { checkPush, turnOff, turnOn } from "./push.ts";

const [oldKey, key] = ["BAAB", "BAAC"];
const bytesOf = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0)).buffer;
const under = (applicationServerKey: string, endpoint: string) => ({
  options: { applicationServerKey: bytesOf(applicationServerKey) },
  toJSON: () => ({ endpoint }),
  unsubscribe: vi.fn(async () => {
    manager.known = null;
  }),
});

/** A browser whose maker hands out endpoints, and a server that answers as told. */
const manager = {
  known: null as ReturnType<typeof under> | null,
  getSubscription: async () => manager.known,
  subscribe: vi.fn(async ({ applicationServerKey }: { applicationServerKey: string }) => {
    manager.known = under(applicationServerKey, "https://push.example/new");
    return manager.known;
  }),
};
const notification = {
  permission: "default" as NotificationPermission,
  answer: "granted" as NotificationPermission,
  requestPermission: async () => notification.answer,
};
let calls: [string, unknown][];
let answers: Record<string, unknown>;

beforeEach(() => {
  calls = [];
  answers = { "/push-key": { key }, "/auth/validate": { status: "valid", isPushSubscribed: false } };
  Object.assign(manager, { known: null });
  manager.subscribe.mockClear();
  Object.assign(notification, { permission: "default", answer: "granted" });
  vi.stubGlobal("Notification", notification);
  vi.stubGlobal("navigator", { serviceWorker: { ready: Promise.resolve({ pushManager: manager }) } });
  vi.stubGlobal("fetch", async (path: string, { body }: { body?: string } = {}) => {
    calls.push([path, body ? JSON.parse(body) : null]);
    return Response.json(answers[path] ?? { isPushSubscribed: false });
  });
});
afterEach(() => vi.unstubAllGlobals());

const updates = () => calls.filter(([path]) => path === "/update-subscription").map(([, body]) => body);

describe("turning it on", () => {
  test.each(["denied", "default"] as const)(
    "with the answer %s sets it off, and asks for no key",
    async (answer) => {
      notification.answer = answer;
      expect(await turnOn()).toBe(false);
      expect(calls).toEqual([["/update-subscription", { subscription: false }]]);
    },
  );

  test("subscribes under the server's key and hands the subscription over", async () => {
    expect(await turnOn()).toBe(true);
    expect(manager.subscribe).toHaveBeenCalledExactlyOnceWith({
      userVisibleOnly: true,
      applicationServerKey: key,
    });
    expect(calls.at(-1)).toEqual(["/subscribe", { endpoint: "https://push.example/new" }]);
  });

  test("uses the subscription the browser has, unless that is under another key", async () => {
    manager.known = under(key, "https://push.example/known");
    await turnOn();
    expect(calls.at(-1)).toEqual(["/subscribe", { endpoint: "https://push.example/known" }]);
    manager.known = under(oldKey, "https://push.example/old");
    const { unsubscribe } = manager.known;
    await turnOn();
    expect(unsubscribe).toHaveBeenCalledOnce();
    expect(calls.at(-1)).toEqual(["/subscribe", { endpoint: "https://push.example/new" }]);
  });
});

test("turning it off is one call; the browser stays subscribed for the next time", async () => {
  manager.known = under(key, "https://push.example/known");
  await turnOff();
  expect(updates()).toEqual([{ subscription: false }]);
  expect(manager.known).not.toBeNull();
});

describe("at the start", () => {
  test("a browser that was forbidden to notify tells the server, if that thinks otherwise", async () => {
    notification.permission = "denied";
    expect(await checkPush()).toBe(false);
    expect(updates()).toEqual([]);
    answers["/auth/validate"] = { status: "valid", isPushSubscribed: true };
    expect(await checkPush()).toBe(false);
    expect(updates()).toEqual([{ subscription: false }]);
  });

  test("one that was never subscribed asks nothing", async () => {
    notification.permission = "granted";
    expect(await checkPush()).toBe(false);
    expect(calls).toEqual([]);
  });

  test("the server says whether it still stands", async () => {
    notification.permission = "granted";
    manager.known = under(key, "https://push.example/known");
    expect(await checkPush()).toBe(false);
    answers["/check-subscription"] = { isPushSubscribed: true };
    expect(await checkPush()).toBe(true);
    expect(calls.map(([path]) => path)).toEqual(["/check-subscription", "/check-subscription", "/push-key"]);
  });

  test("one that is under a key of before is subscribed anew", async () => {
    notification.permission = "granted";
    manager.known = under(oldKey, "https://push.example/old");
    answers["/check-subscription"] = { isPushSubscribed: true };
    expect(await checkPush()).toBe(true);
    expect(calls.at(-1)).toEqual(["/subscribe", { endpoint: "https://push.example/new" }]);
  });
});

describe("a browser that changes how it is reached", () => {
  const renew = (old: ReturnType<typeof under> | null) =>
    renewSubscription(manager as unknown as PushManager, old as unknown as PushSubscription | null);

  test("is signed up for nothing where it was off, or its agent is signed out", async () => {
    await renew(under(key, "https://push.example/known"));
    await renew(null);
    vi.stubGlobal("fetch", async () => Response.json({ code: "signed_out" }, { status: 401 }));
    await renew(under(key, "https://push.example/known"));
    expect(manager.subscribe).not.toHaveBeenCalled();
  });

  test("is told on where it was on", async () => {
    answers["/check-subscription"] = { isPushSubscribed: true };
    await renew(under(key, "https://push.example/known"));
    expect(calls.at(-1)).toEqual(["/subscribe", { endpoint: "https://push.example/new" }]);
    answers["/auth/validate"] = { status: "valid", isPushSubscribed: true };
    await renew(null);
    expect(manager.subscribe).toHaveBeenCalledTimes(2);
  });
});
