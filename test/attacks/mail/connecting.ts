/** Connecting mailboxes: at addresses that are another's, and as a way to try the ports of a host. */
import { randomBytes } from "node:crypto";
import { type MailServer, startMailServer } from "../../../simulator/src/email/server.ts";
import { Faults } from "../../../simulator/src/faults.ts";
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";
import { type Answer, json, type Visitor } from "../visitor.ts";

const taken = 2;
const domain = `${randomBytes(4).toString("hex")}.example`;

/**
 * The neighbour's addresses, connected with a server of the attacker's own: the answer is that of an address which nobody has, the
 * owner connects it too, and each has the mailbox they signed in to.
 */
export async function squatters(stage: Stage, trial: Trial): Promise<void> {
  const [own, theirs] = await Promise.all([openServer(), openServer()]);
  const [attacker, owner] = [stage.as("ingrid"), stage.as("freya")];
  try {
    for (let at = 0; at < taken; at += 1) {
      const address = `support${at}@${domain}`;
      const first = await connect(attacker, own, address);
      const answer = await connect(owner, theirs, address);
      trial.note(answer.status === 200 ? null : `the owner of ${address} is kept out: ${said(answer)}`);
      const again = await connect(attacker, own, address);
      trial.note(again.status === first.status ? null : `${address} is told to be taken: ${said(again)}`);
      const unknown = await connect(attacker, own, `nobody.${address}`);
      const isTold = shapeOf(unknown) !== shapeOf(again);
      trial.note(isTold ? `${address} answers ${said(again)}, an unknown one ${said(unknown)}` : null);
      const isShared = idOf(answer) === idOf(again);
      trial.note(isShared ? `${address} is one channel of two companies` : null);
    }
  } finally {
    await stage.desk.query("update channel set removed_on = now() where external_id like $1", [
      `%@${domain}`,
    ]);
    await Promise.all([own.close(), theirs.close()]);
  }
}

const tries = 100;
const allowed = 60;

/** Each asks a server that the caller names. What all rounds reach counts against the limit of ten minutes. */
export function portScan(): (stage: Stage, trial: Trial) => Promise<void> {
  let reached = 0;
  return async (stage, trial) => {
    const admin = stage.as("ingrid");
    const ports = Array.from({ length: tries }, (_, at) => at + 1);
    const answers = await Promise.all(
      ports.map((port) => admin.post(path, mailboxAt({ host: "127.0.0.1", port }))),
    );
    // The answer about a port names the server that was asked.
    reached += answers.filter(({ text }) => text.includes('"provider"')).length;
    trial.count(tries);
    trial.note(reached > allowed ? `${reached} of ${tries} ports were tried` : null);
    trial.note(reached === 0 ? "nothing was tried" : null);
  };
}

const path = "/channels/email/connect";
const said = ({ status, text }: Answer) => `${status} ${text.slice(0, 200)}`;
const idOf = (answer: Answer) => json<{ channelid?: string }>(answer).channelid;
const shapeOf = (answer: Answer) => `${answer.status} ${Object.keys(json<object>(answer)).sort().join()}`;

const openServer = () => startMailServer({ faults: new Faults(), now: () => Date.now() });

type At = { host: string; port: number };

function mailboxAt(smtp: At, address = "desk@desk.example", password = "none") {
  const sign = { secure: false, user: address, password };
  return { address, name: "Mailbox", imap: null, smtp: { ...smtp, ...sign } };
}

function connect(by: Visitor, server: MailServer, address: string): Promise<Answer> {
  const { office, smtp } = server;
  const known = office.mailboxes();
  const mailbox =
    known.find((one) => one.address === address) ??
    office.create({ id: known.length + 1, address, name: "Mailbox" });
  return by.post(path, mailboxAt(smtp, address, mailbox.password));
}
