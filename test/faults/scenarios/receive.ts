import type { Trouble } from "../../../simulator/src/faults.ts";
import type { Account } from "../accounts.ts";
import type { Receipt } from "../played-client.ts";
import { type Stage, until } from "../stage.ts";
import { expireClaims } from "./kill.ts";

/** The number of times an event is handed over in turn, and at once. */
const inTurn = 5;
const atOnce = 20;

export async function duplicates(stage: Stage): Promise<void> {
  stage.report.begin("An event comes again");
  await Promise.all(stage.accounts.map((account) => duplicate(stage, account)));
}

async function duplicate(stage: Stage, account: Account): Promise<void> {
  const { report, simulator } = stage;
  const { platform, id } = account;
  const client = await stage.client(account);
  const first = stage.say("in turn");
  await client.write(first);
  const answers = await simulator.control.repeat(id, inTurn - 1);
  await report.check("P2", `${platform}: ${inTurn} times in turn: 1 row`, rows(stage, first));
  const second = stage.say("at once");
  await client.write(second);
  const repeats = Array.from({ length: atOnce }, () => simulator.control.repeat(id));
  answers.push(...(await Promise.all(repeats)).flat());
  await report.check("P2", `${platform}: ${atOnce} times at once: 1 row`, rows(stage, second));
  await report.check(
    "P2",
    `${platform}: each of them is answered with 200`,
    refused(answers, inTurn + atOnce - 1),
  );
}

async function rows({ desk }: Stage, text: string): Promise<string[]> {
  const sql = "select count(*)::int from message where content = $1";
  const [row] = await desk.query<{ count: number }>(sql, [text]);
  return row?.count === 1 ? [] : [`${row?.count} rows`];
}

const refused = (answers: number[], wanted: number): string[] => [
  ...answers.filter((status) => status !== 200).map(String),
  ...(answers.length === wanted ? [] : [`${answers.length} answers`]),
];

export async function firstMessages(stage: Stage): Promise<void> {
  stage.report.begin("A new client writes 20 messages at once");
  await Promise.all(stage.accounts.map((account) => writeFirst(stage, account)));
}

async function writeFirst(stage: Stage, account: Account): Promise<void> {
  const { desk, report, simulator } = stage;
  const { platform, id } = account;
  const client = await stage.client(account);
  // The messages arrive in any order.
  client.unordered = true;
  simulator.control.hold(id);
  const written = await Promise.all(Array.from({ length: atOnce }, () => client.compose(stage.say("first"))));
  simulator.control.release(id, "together");
  const taken = Promise.all(written.map((one) => one.taken())).then(() => []);
  await report.check("P1", `${platform}: each is acknowledged`, taken);
  const [found] = await desk.query<{ tickets: number; clients: number; messages: number; last: number }>(
    `select count(distinct t.id)::int as tickets, count(distinct t.client_id)::int as clients,
      count(m.id)::int as messages, max(m.seq)::int as last
      from ticket t join message m on m.ticket_id = t.id where t.client_external_id = $1`,
    [client.id],
  );
  const wanted = { tickets: 1, clients: 1, messages: atOnce, last: atOnce };
  const right = JSON.stringify(found) === JSON.stringify(wanted);
  const what = `${platform}: 1 client, 1 ticket, ${atOnce} rows`;
  await report.check("P2", what, right ? [] : [JSON.stringify(found)]);
}

/** Messages and receipts in the wrong order, and all of them again after a restart. */
export async function reordered(stage: Stage): Promise<void> {
  const { desk, report, simulator } = stage;
  report.begin("Events come in the wrong order, and again after the app was killed");
  const talks = await stage.everywhere("mira");
  const tries = await Promise.all(
    talks.map(async ({ account, client, reply }) => {
      const { id, platform } = account;
      client.unordered = true;
      simulator.control.hold(id);
      const texts = ["one", "two", "three"].map((word) => stage.say(word));
      const written = [];
      for (const text of texts) written.push(await client.compose(text));
      const sent = await reply(stage.say("with its receipts turned round"));
      const arrived = await until("it arrives", () => client.received().includes(sent.text));
      client.readAll();
      simulator.control.release(id, "reversed");
      await Promise.all(written.map((one) => one.taken()));
      await simulator.control.delivered(id);
      await report.check("P2", `${platform}: a row each, and the furthest receipt counts`, [
        ...arrived,
        ...(await Promise.all(texts.map((text) => rows(stage, text)))).flat(),
        ...(await hasStatus(stage, sent.messageid, client.receipts().get(sent.text))),
      ]);
      return { account, client, sent, texts };
    }),
  );
  await desk.kill();
  await desk.start();
  await Promise.all(
    tries.map(async ({ account: { id, platform }, client, sent, texts }) => {
      const answers = await simulator.control.repeat(id, inTurn);
      await report.check(
        "P2",
        `${platform}: the newest ${inTurn} times more after a restart, and nothing changes`,
        [
          ...refused(answers, inTurn),
          ...(await Promise.all(texts.map((text) => rows(stage, text)))).flat(),
          ...(await hasStatus(stage, sent.messageid, client.receipts().get(sent.text))),
        ],
      );
    }),
  );
}

/** A receipt that crossed its send is applied by the sweep. */
function hasStatus({ desk }: Stage, messageid: string, receipt: Receipt): Promise<string[]> {
  const wanted = receipt ?? "sent";
  const status = async () =>
    (await desk.query<{ status: string }>("select status from message where id = $1", [messageid]))[0]
      ?.status;
  return until(`the message is ${wanted}`, async () => (await status()) === wanted, 10_000);
}

/** Receipts that come before their answer; in one round the app is killed while it waits for that. */
export async function earlyReceipts(stage: Stage): Promise<void> {
  const { desk, report, simulator } = stage;
  report.begin("Receipts overtake the answer to their send");
  const talks = await stage.everywhere("jonas");
  for (const killed of [false, true]) {
    const trouble: Trouble = killed ? { kind: "acceptThenHang" } : { kind: "acceptThenWait", ms: 600 };
    for (const { account } of talks)
      simulator.control.addFault({ ...trouble, bot: account.id, method: account.sending.method });
    const replies = await Promise.all(talks.map(({ reply }) => reply(stage.say("overtaken"))));
    await Promise.all(
      talks.map(async ({ account, client }, at) => {
        await until("it arrives", () => client.received().includes(replies[at]?.text ?? ""));
        client.readAll();
        await simulator.control.delivered(account.id);
      }),
    );
    if (killed) {
      await desk.kill();
      await desk.start();
      await expireClaims(stage);
    }
    await Promise.all(
      talks.map(async ({ account, client }, at) => {
        const { messageid = "", text = "" } = replies[at] ?? {};
        const { settles } = account.sending;
        const found =
          killed && !settles
            ? await isUncertain(stage, messageid)
            : await hasStatus(stage, messageid, client.receipts().get(text));
        const outcome = killed && !settles ? "uncertain" : "what the receipt says";
        const when = killed ? "killed before the answer: " : "";
        await report.check("P5", `${account.platform}: ${when}the message is ${outcome}`, found);
      }),
    );
  }
}

function isUncertain({ desk }: Stage, messageid: string): Promise<string[]> {
  const sql = "select status from message where id = $1 and status = 'uncertain'";
  return until("it is uncertain", async () => (await desk.query(sql, [messageid])).length === 1, 15_000);
}
