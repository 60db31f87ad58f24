/// <reference lib="dom" />
/**
 * Push messages and the installed app. Chromium cannot subscribe without its maker's push service, which a test must
 * not reach: the subscription is inserted at the browser's edge, and the browser's own tools deliver the push.
 * `server/src/support/push` tests what is sent to a push service.
 */
import { createECDH, randomBytes, randomUUID } from "node:crypto";
import type { PushMessage } from "@parley/contract/push";
import type { BrowserContext, Page, Worker } from "@playwright/test";
import type { AgentPage } from "./agent-page.ts";
import { appears } from "./appears.ts";
import { expect, test } from "./fixtures.ts";

const toggle = (agent: AgentPage, name: string) => agent.page.getByRole("button", { name, exact: true });

/** From the next page on, this browser can be subscribed; `asked` is the user's answer to the permission prompt. */
async function withPushService(context: BrowserContext, asked: NotificationPermission): Promise<void> {
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  const subscription = {
    endpoint: `https://push.example/${randomUUID()}`,
    keys: { p256dh: ecdh.getPublicKey("base64url"), auth: randomBytes(16).toString("base64url") },
  };
  await context.addInitScript(
    ({ json, answer }) => {
      let key: ArrayBuffer | null = null;
      const known = () => key && { options: { applicationServerKey: key }, toJSON: () => json };
      const stored = sessionStorage.getItem("subscribed");
      const decode = (text: string) =>
        Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0)).buffer;
      if (stored) key = decode(stored);
      Object.assign(PushManager.prototype, {
        getSubscription: async () => known(),
        subscribe: async (options: { applicationServerKey: string }) => {
          sessionStorage.setItem("subscribed", options.applicationServerKey);
          key = decode(options.applicationServerKey);
          return known();
        },
      });
      const permission = () => sessionStorage.getItem("permission") ?? "default";
      Object.defineProperty(Notification, "permission", { get: permission });
      Notification.requestPermission = async () => {
        if (permission() === "default") sessionStorage.setItem("permission", answer);
        return answer;
      };
    },
    { json: subscription, answer: asked },
  );
}

const session = async (page: Page) =>
  (await (await page.request.get("/auth/validate")).json()) as { isPushSubscribed: boolean };

test.use({ withServiceWorker: true });

test("the toggle turns notifications on and off, says so for a second, and remembers", async ({
  agent,
  context,
}) => {
  await withPushService(context, "granted");
  await agent.signIn("mira");
  const enabled = appears(agent.page, "Notifications enabled");
  await toggle(agent, "Turn notifications on").click();
  await enabled;
  await expect(agent.page.getByText("Notifications enabled")).toBeHidden({ timeout: 5_000 });
  expect(await session(agent.page)).toMatchObject({ isPushSubscribed: true });

  await agent.page.reload();
  await expect(toggle(agent, "Turn notifications off")).toBeVisible();
  const disabled = appears(agent.page, "Notifications disabled");
  await toggle(agent, "Turn notifications off").click();
  await disabled;
  await expect(agent.page.getByText("Notifications disabled")).toBeHidden({ timeout: 5_000 });
  expect(await session(agent.page)).toMatchObject({ isPushSubscribed: false });
  await agent.page.reload();
  await expect(toggle(agent, "Turn notifications on")).toBeVisible();
});

for (const answer of ["denied", "default"] as const) {
  test(`when permission is ${answer === "denied" ? "denied" : "dismissed"}, push stays off without a message`, async ({
    agent,
    context,
  }) => {
    await withPushService(context, answer);
    await agent.signIn("mira");
    const update = agent.page.waitForRequest("**/update-subscription");
    await toggle(agent, "Turn notifications on").click();
    expect((await update).postDataJSON()).toEqual({ subscription: false });
    await expect(
      agent.page.getByRole("button", { name: /Notifications are blocked|Turn notifications on/ }),
    ).toBeVisible();
    await expect(agent.page.getByText(/Notifications (en|dis)abled/)).toHaveCount(0);
    expect(await session(agent.page)).toMatchObject({ isPushSubscribed: false });
  });
}

test("the control says why where push is impossible", async ({ agent, context }) => {
  await context.addInitScript(() => Reflect.deleteProperty(window, "PushManager"));
  await agent.signIn("mira");
  await expect(toggle(agent, "This browser cannot show notifications")).toHaveAttribute(
    "aria-disabled",
    "true",
  );
});

test("a push becomes a notification, and a click on it opens the ticket in the open console", async ({
  agent,
  client,
}) => {
  await agent.signIn("mira");
  await client.write("Where is order 7?");
  await agent.open(client.name);
  const ticketid = new URL(agent.page.url()).searchParams.get("ticket") ?? "";
  await agent.page.goto("/");
  const worker = await workerOf(agent.page);
  await push(agent.page, {
    about: "message",
    lang: "en",
    name: client.name,
    text: "Where is order 7?",
    type: "text",
    rating: null,
    ticketid,
    colleague: null,
  });
  const shown = () => worker.evaluate(() => (globalThis as unknown as Recording).shown);
  const [title, body] = [`Unread message from ${client.name}`, "Where is order 7?"];
  await expect.poll(shown).toMatchObject([{ title, options: { body, tag: ticketid } }]);
  await worker.evaluate(() => {
    const { shown } = globalThis as unknown as Recording;
    const notification = { data: shown[0]?.options.data, close: () => undefined };
    const settled = (work: Promise<unknown>) => work.catch(() => "no finger of a user's was on it");
    dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil: settled }));
  });
  await expect(agent.page).toHaveURL(new RegExp(`ticket=${ticketid.slice(0, 8)}`));
  await expect(agent.page.getByRole("heading", { name: client.name, level: 2 })).toBeVisible();
});

type Recording = { shown: { title: string; options: { body: string; tag: string; data: unknown } }[] };

/** The page's service worker. This Chromium never permits a notification, so its content is recorded. */
async function workerOf(page: Page): Promise<Worker> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error("There is no service worker");
  await worker.evaluate(() => {
    const scope = globalThis as unknown as Recording & { registration: ServiceWorkerRegistration };
    scope.shown = [];
    scope.registration.showNotification = async (title, options) => {
      scope.shown.push({ title, options: options as Recording["shown"][number]["options"] });
    };
  });
  return worker;
}

/** Hands the service worker a push, as the browser's push service would. */
async function push(page: Page, message: PushMessage): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    tools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await tools.send("ServiceWorker.enable");
  await tools.send("ServiceWorker.deliverPushMessage", {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(message),
  });
}

test("the console starts without a network, and shows new messages when the network is back", async ({
  agent,
  context,
  client,
}) => {
  await agent.signIn("mira");
  await agent.page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await agent.page.reload();
  await expect(agent.page.getByText(/You are offline/)).toBeVisible();
  await client.write("Hello?");
  await context.setOffline(false);
  await expect(agent.ticket(client.name)).toBeVisible({ timeout: 15_000 });
});

test("only the console's own files are cached", async ({ agent, client }) => {
  await agent.signIn("mira");
  await client.write("secret");
  await agent.open(client.name);
  await agent.page.evaluate(() => navigator.serviceWorker.ready);
  await agent.page.reload();
  await expect(agent.bubble("secret")).toBeVisible();
  const kept = await agent.page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return { names, paths: requests.flat().map(({ url }) => new URL(url).pathname) };
  });
  expect(kept.names).toEqual([expect.stringMatching(/^shell-[0-9a-f]{12}$/)]);
  const own =
    /^\/(assets\/[\w.-]+|index\.html|theme\.js|favicon\.svg|manifest\.webmanifest|icons\/icon-192\.png)$/;
  expect(kept.paths.filter((path) => !own.test(path))).toEqual([]);
  expect(kept.paths).toContain("/index.html");
});

test("the console can be installed: its manifest has icons in the stated sizes, full and maskable", async ({
  page,
  baseURL,
}) => {
  await page.goto("/login");
  const tools = await page.context().newCDPSession(page);
  const { url, errors, data } = await tools.send("Page.getAppManifest");
  expect([url, errors]).toEqual([`${baseURL}/manifest.webmanifest`, []]);
  const manifest = JSON.parse(data ?? "");
  expect(manifest).toMatchObject({
    name: "Parley",
    start_url: "/",
    display: "standalone",
    theme_color: "#10161d",
  });
  const purposes = [];
  for (const { src, sizes, type, purpose } of manifest.icons) {
    const answer = await page.request.get(src);
    expect([src, answer.status(), answer.headers()["content-type"]]).toEqual([src, 200, type]);
    const picture = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    if (sizes !== "any") expect(picture).toBe(sizes);
    purposes.push(`${purpose} ${sizes}`);
  }
  expect(purposes).toEqual(
    expect.arrayContaining(["any 192x192", "any 512x512", "maskable 192x192", "maskable 512x512"]),
  );
  const worker = await page.request.get("/service-worker.js");
  expect(worker.headers()).toMatchObject({
    "cache-control": "no-cache",
    "content-type": expect.stringContaining("javascript"),
    "content-security-policy": expect.stringContaining("connect-src 'self'"),
  });
});
