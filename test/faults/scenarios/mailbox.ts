import { createPlayedClient, type PlayedClient, type Written } from "../played-client.ts";
import { type Network, openNetwork } from "../proxy.ts";
import { type Stage, until } from "../stage.ts";

/**
 * Bytes from the server: in its greeting, at the sign-in, in the folder's state, the searches, the sizes, and within
 * mails.
 */
const points = [10, 80, 250, 450, 700, 1000, 1500, 2200];
const mailsAtOnce = 2;

type Mailbox = {
  channelid: string;
  /** The simulator's account id. */
  id: number;
  network: Network;
  client: PlayedClient;
};

/** A mailbox whose connection is cut at each point of a session, and whose reader is killed in the middle of a mail. */
export async function cutMailbox(stage: Stage): Promise<void> {
  stage.report.begin(
    `A mailbox is cut at ${points.length} points of a session, and the app killed while it reads`,
  );
  const mailbox = await connectThroughProxy(stage);
  try {
    for (const point of points) await cutAt(stage, mailbox, point);
    await killWhileReading(stage, mailbox);
  } finally {
    await mailbox.network.close();
  }
}

async function connectThroughProxy(stage: Stage): Promise<Mailbox> {
  const { simulator } = stage;
  const { id, connect } = simulator.control.createAccount({ platform: "email", name: "Harbour Cut" });
  const { host, port, ...signIn } = connect.imap as { host: string; port: number };
  const network = await openNetwork({ host, port });
  const imap = { ...signIn, host: "127.0.0.1", port: network.port };
  const admin = stage.caller("ingrid");
  const answer = await admin.post("/channels/email/connect", { ...connect, imap });
  if (answer.status !== 200) throw new Error(`It was not connected: ${JSON.stringify(answer.body)}`);
  const { channelid } = answer.body as { channelid: string };
  const client = await createPlayedClient(simulator, id, { firstName: "Cleo" });
  stage.ledger.clients.push(client);
  return { channelid, id, network, client };
}

async function cutAt(stage: Stage, mailbox: Mailbox, point: number): Promise<void> {
  const { network } = mailbox;
  network.cut();
  const written = await writeSome(stage, mailbox);
  const before = network.cuts();
  network.heal();
  network.cutNextAfter(point);
  await readSoon(stage, mailbox);
  const cut = await until("it is cut", () => network.cuts() > before);
  await readSoon(stage, mailbox);
  await stage.report.check("P1", `cut after ${point} bytes: each mail is here once`, [
    ...cut,
    ...(await takenOnce(stage, mailbox, written)),
  ]);
}

async function killWhileReading(stage: Stage, mailbox: Mailbox): Promise<void> {
  const { desk, report, simulator } = stage;
  const { channelid, id } = mailbox;
  simulator.control.addFault({ kind: "latency", ms: 300, bot: id, method: "imap.fetch", times: 0 });
  const written = await writeSome(stage, mailbox);
  // The lease of a killed process expires after two minutes.
  const expire = `update channel set poll_lease_until = now() where id = $1
    and jsonb_path_exists(place, '$.folders.*.reading') returning id`;
  const begun = await until("it reads", async () => (await desk.query(expire, [channelid])).length === 1);
  await desk.kill();
  simulator.control.clearFaults();
  await desk.start();
  await report.check("P1", "killed in the middle of a mail: each mail is here once", [
    ...begun,
    ...(await takenOnce(stage, mailbox, written)),
  ]);
}

async function writeSome(stage: Stage, { client }: Mailbox): Promise<Written[]> {
  const written: Written[] = [];
  for (let mail = 0; mail < mailsAtOnce; mail += 1) written.push(await client.compose(stage.say("by mail")));
  return written;
}

/** A change of the account ends the pause after a failure. */
async function readSoon(stage: Stage, { channelid }: Mailbox): Promise<void> {
  await stage.caller("ingrid").surely(`/channels/${channelid}/update`, { name: stage.say("Harbour Cut") });
}

async function takenOnce(
  { desk }: Stage,
  { client, channelid }: Mailbox,
  written: Written[],
): Promise<string[]> {
  await Promise.all(written.map(({ taken }) => taken()));
  const rows = await desk.query<{ content: string }>("select content from message where channel_id = $1", [
    channelid,
  ]);
  const stored = rows.map(({ content }) => content).sort();
  const expected = client.sent.map(({ text }) => text).sort();
  return stored.join() === expected.join()
    ? []
    : [`${stored.join(" | ")}, where ${expected.join(" | ")} was written`];
}
