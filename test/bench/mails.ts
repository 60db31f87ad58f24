/**
 * A ticket of 200 HTML mails in a browser: the time until it shows, the longest task while it is scrolled, and how far
 * what is read moves while mails above it get their heights. Once with all of them read, and once with none.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "playwright-core";
import { findChannel, openChannel } from "../../server/src/channels/accounts/find.ts";
import { receiveMail } from "../../server/src/channels/email/receive-mail.ts";
import { inCompany } from "../../server/src/floor/database/scope.ts";
import { startSimulator } from "../../simulator/src/server.ts";
import { launchChromium } from "../e2e/chromium.ts";
import { createDesk, type Desk } from "../outside/desk.ts";
import { type House, openInside, type Person, plantHouse } from "../outside/house.ts";
import { printTable, type Row } from "./table.ts";

const mails = 200;
/** The mails of a ticket that is opened first: the browser then has the scripts of mails. */
const few = 4;
/** Milliseconds, and pixels. */
const goals = { open: 500, task: 100, moved: 2 };

export async function measureMailsAlone(): Promise<void> {
  const simulator = await startSimulator();
  const desk = await createDesk({ NODE_ENV: "production", ...simulator.settings });
  try {
    await desk.start();
    printTable(await measureMails(desk, await plantHouse(desk, simulator)));
  } finally {
    await desk.remove();
    await simulator.close();
  }
}

/** Each agent's first reading marks them as read. The better of two, since other load on the machine only adds to it. */
export async function measureMails(desk: Desk, house: House): Promise<Row[]> {
  const [small, large] = await plantMails(desk, house);
  const readings = async (read: boolean) => [
    await inBrowser(desk, house.people.ingrid, { small, large, read }),
    await inBrowser(desk, house.people.mira, { small, large, read }),
  ];
  return [tell("none of them read", await readings(false)), tell("all of them read", await readings(true))];
}

/** Two tickets, of few mails and of many, each of one client. */
async function plantMails(desk: Desk, { harbour, people }: House): Promise<[string, string]> {
  const inside = await openInside(desk);
  const by = { kind: "desk", companyId: harbour.companyId } as const;
  try {
    const smtp = { host: "127.0.0.1", port: 9, secure: false, user: "desk", password: "secret" };
    const { id } = await inCompany(inside, by, ({ db, now }) =>
      db
        .insertInto("channel")
        .values({
          ...{ company_id: harbour.companyId, platform: "email", external_id: "desk@harbour.test" },
          ...{ username: "desk@harbour.test", name: "Mails", created_on: now },
          department_id: people.mira.actor.departmentid,
          credentials: inside.secrets.seal(JSON.stringify({ imap: null, smtp })),
        })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const row = await findChannel(inside, id);
    if (!row) throw new Error("The mailbox is not there");
    const channel = openChannel(row, inside.secrets);
    for (const [thread, count] of [few, mails].entries())
      for (let number = 0; number < count; number += 1) {
        const raw = Buffer.from(newsletter(thread, number));
        await receiveMail(inside, channel, { raw, receivedOn: new Date(), cursor: null });
      }
    const rows = await desk.query<{ id: string }>(
      "select id from ticket where channel_id = $1 order by client_external_id",
      [id],
    );
    const [small, large] = rows;
    if (!small || !large) throw new Error("The mails opened no tickets");
    return [small.id, large.id];
  } finally {
    await inside.close();
  }
}

/** Tables in tables, grounds, buttons, lists and a quote, of very different heights. */
function newsletter(thread: number, number: number): string {
  const lines = (number * 7) % 23;
  const item = (at: number) =>
    `<tr><td style="border-bottom:1px solid #ddd;padding:6px"><b>Route ${at}</b></td><td style="color:#51545e">leaves every hour, from the pier in the harbour</td></tr>`;
  const html =
    `<table width="100%" bgcolor="#f4f4f7"><tr><td align="center" style="padding:16px"><table width="560" style="background-color:#ffffff">` +
    `<tr><td style="background:#0b3d5c;color:#fff;padding:14px;font-size:20px">Harbour Ferries ${number}</td></tr>` +
    `<tr><td style="padding:16px;color:#333"><p>Dear desk, this is mail <b>#${number}.</b></p><ul><li>by boat</li><li>by train</li></ul>` +
    `<table width="100%">${Array.from({ length: lines }, (_, at) => item(at)).join("")}</table>` +
    `<p><a href="https://x.example" style="background:#08c;color:#fff;padding:10px 18px">Book now</a></p></td></tr></table></td></tr></table>` +
    `<div class="gmail_quote"><div class="gmail_attr">On Mon, 2 Mar 2026 at 11:20, Desk &lt;desk@harbour.test&gt; wrote:<br></div><blockquote class="gmail_quote">Which one do you mean?</blockquote></div>`;
  const before = `<${thread}.${number - 1}@mails.test>`;
  return [
    `From: Client ${thread} <client${thread}@mails.test>`,
    "To: desk@harbour.test",
    `Subject: Timetable ${thread}`,
    `Message-ID: <${thread}.${number}@mails.test>`,
    ...(number > 0 ? [`In-Reply-To: ${before}`, `References: ${before}`] : []),
    "MIME-Version: 1.0",
    "Content-Type: text/html; charset=utf-8",
    "",
    html,
  ].join("\r\n");
}

/** Milliseconds until the first mail shows, of the longest task while scrolling; pixels by which what is read moved. */
type Seen = { open: number; task: number; moved: number; shown: number };

type Tickets = { small: string; large: string; read: boolean };

async function inBrowser(desk: Desk, { cookie }: Person, { small, large, read }: Tickets): Promise<Seen> {
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: "dark" });
    const [name = "", value = ""] = cookie.split("=");
    await context.addCookies([{ name, value, url: desk.url, httpOnly: true, sameSite: "Lax" }]);
    const page = await context.newPage();
    await page.addInitScript(watchTasks);
    await page.goto(desk.url);
    await page.locator(`[data-ticket="${small}"] a`).waitFor();
    await page.evaluate(openAndTime, small);
    await wait(1_000);
    return await readTicket(page, large, read);
  } finally {
    await browser.close();
  }
}

async function readTicket(page: Page, id: string, read: boolean): Promise<Seen> {
  await page.locator(`[data-ticket="${id}"] a`).waitFor();
  const open = await page.evaluate(openAndTime, id);
  await wait(1_000);
  if (read) {
    await page.getByRole("log").evaluate((list) => list.scrollTo(0, 0));
    await page.getByRole("button", { name: /earlier mails/ }).click();
  }
  await page.evaluate(() => void (window as unknown as Watched).longTasks.splice(0));
  const moved = await page.evaluate(readThrough, mails);
  const tasks = await page.evaluate(() => (window as unknown as Watched).longTasks);
  return { open, task: Math.max(0, ...tasks), ...moved };
}

type Watched = { longTasks: number[] };

/** Runs in the page. */
function watchTasks(): void {
  const longTasks: number[] = [];
  Object.assign(window, { longTasks });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration);
  }).observe({ type: "longtask", buffered: true });
}

/** Milliseconds from the click until a mail of the ticket is drawn. Runs in the page. */
async function openAndTime(id: string): Promise<number> {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  const link = document.querySelector<HTMLElement>(`[data-ticket="${id}"] a`);
  const before = document.querySelector('[role="log"]');
  const begun = performance.now();
  link?.click();
  for (;;) {
    await frame();
    const log = document.querySelector('[role="log"]');
    if (log && log !== before && log.querySelector("article")) break;
    if (performance.now() - begun > 20_000) throw new Error("The ticket did not open");
  }
  return performance.now() - begun;
}

/**
 * Scrolls to the end, up to the first mail as a wheel does that is turned fast, and to the end again. Upwards it waits
 * now and then, when nothing may move: each mail has its height before it comes into view. Runs in the page.
 */
async function readThrough(count: number): Promise<{ moved: number; shown: number }> {
  const pause = (time: number) => new Promise((over) => setTimeout(over, time));
  const list = document.querySelector<HTMLElement>('[role="log"]');
  if (!list) throw new Error("There is no list");
  const shown = new Set<string>();
  const look = () => {
    const { left, right, top, bottom } = list.getBoundingClientRect();
    for (const one of list.querySelectorAll<HTMLElement>("article")) shown.add(one.dataset.message ?? "");
    const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest("article");
    return found instanceof HTMLElement ? found : null;
  };
  let moved = 0;
  async function waitAndSee(): Promise<void> {
    const read = look();
    const bottom = () => read?.getBoundingClientRect().bottom ?? 0;
    const before = bottom();
    await pause(350);
    if (read?.isConnected) moved = Math.max(moved, Math.abs(bottom() - before));
  }
  const scroll = async (by: number, over: () => boolean) => {
    for (let step = 0, still = 0; step < 4_000 && still < 600; step += 1) {
      const before = list.scrollTop;
      list.scrollTop += by;
      await pause(16);
      still = list.scrollTop === before ? still + 1 : 0;
      if (by < 0 && step % 40 === 39) await waitAndSee();
      else look();
      if (over()) return;
    }
  };
  const atEnd = () => list.scrollTop + list.clientHeight >= list.scrollHeight - 2;
  await scroll(600, atEnd);
  // The last mails came into view at once.
  await pause(1_000);
  await scroll(-100, () => shown.size >= count);
  await scroll(1_200, atEnd);
  return { moved, shown: shown.size };
}

function tell(what: string, readings: Seen[]): Row {
  const least = (name: "open" | "task") => Math.min(...readings.map((one) => one[name]));
  const moved = Math.max(...readings.map((one) => one.moved));
  const shown = Math.max(...readings.map((one) => one.shown));
  const [open, task] = [least("open"), least("task")];
  const met = open <= goals.open && task <= goals.task && moved <= goals.moved && shown >= mails;
  return {
    work: `a ticket of ${mails} HTML mails, ${what}: opened, read to the end, the first mail, the end`,
    ratio: `open ${open.toFixed(0)} ms, task ${task.toFixed(0)} ms, moved ${moved.toFixed(0)} px, ${shown} seen`,
    goal: `open ≤ ${goals.open} ms, task ≤ ${goals.task} ms, nothing moves`,
    met,
  };
}
