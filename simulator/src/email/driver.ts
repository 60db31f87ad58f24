import type { ChannelDriver, DeskCall, DeskFile, SimulatedClient } from "../driver.ts";
import type { Fault } from "../faults.ts";
import type { Simulator } from "../server.ts";
import { disconnectAll, type Mailbox } from "./mailbox.ts";
import { pressStars } from "./stars.ts";
import { accessMailbox, mailWorldOf } from "./world.ts";

export function driveMail(simulator: Simulator, desk: DeskCall, file: DeskFile): ChannelDriver {
  const { control, network } = simulator;
  const spoiled = new Map<string, number[]>();
  /** Finds by the address, which is the id the desk knows. */
  const find = (address: string): Mailbox => {
    const mailbox = mailWorldOf(network).office.find(address);
    if (!mailbox) throw new Error(`There is no mailbox ${address}`);
    return mailbox;
  };
  const spoil = (address: string, fault: Fault) => control.addFault({ ...fault, bot: find(address).id });
  let made = 0;
  return {
    newAccount() {
      made += 1;
      const account = control.createAccount({
        platform: "email",
        name: "Contract",
        username: `desk${made}@contract.example`,
      });
      return { body: account.connect, externalId: account.externalId };
    },
    wrongAccount() {
      const { connect } = control.createAccount({ platform: "email", name: "Wrong" });
      const wrong = (server: unknown) => ({ ...(server as object), password: "wrong" });
      return { ...connect, imap: wrong(connect.imap), smtp: wrong(connect.smtp) };
    },
    newClient: (address) => newClient(simulator, find(address), { desk, file }),
    delivered: (address) => control.delivered(find(address).id),
    async repeat(address) {
      await control.repeat(find(address).id);
      await control.delivered(find(address).id);
    },
    spoilNextSend(address, how) {
      if (how === "refused") spoil(address, { kind: "error", code: 550, method: "smtp.rcpt" });
      else if (how === "tryAgain") spoil(address, { kind: "error", code: 451, method: "smtp.rcpt" });
      else spoil(address, { kind: "acceptThenDrop", method: "smtp.data" });
    },
    revoke(address) {
      const mailbox = find(address);
      mailbox.password = `${mailbox.password}, changed`;
      disconnectAll(mailbox);
    },
    spoilChecks(address, how) {
      // A mailbox keeps its mail until it is fetched, so there is no such fault.
      if (how === "pending") return false;
      const refused: Fault[] = [
        { kind: "error", code: 0, description: "[AUTHENTICATIONFAILED] Refused", method: "imap.login" },
        { kind: "error", code: 535, method: "smtp.auth" },
      ];
      const lost: Fault[] = [
        { kind: "reset", method: "imap.login" },
        { kind: "reset", method: "smtp.auth" },
      ];
      const faults = how === "refused" ? refused : lost;
      spoiled.set(
        address,
        faults.map((fault) => spoil(address, { ...fault, times: 0 })),
      );
      return true;
    },
    mendChecks(address) {
      for (const id of spoiled.get(address) ?? []) control.clearFaults(id);
    },
    forgedCall: () => ({
      headers: { "x-parley-signature": `sha256=${"0".repeat(64)}`, "content-type": "message/rfc822" },
      body: "From: mallory@mail.example\r\nSubject: forged\r\n\r\nforged\r\n",
    }),
    calls: () => null,
  };
}

async function newClient(
  { control, network }: Simulator,
  mailbox: Mailbox,
  outside: { desk: DeskCall; file: DeskFile },
): Promise<SimulatedClient> {
  const { id } = await control.createPerson({ firstName: "Olena", platform: "email" });
  const phone = control.chat({ account: accessMailbox(network, mailbox.id).id, person: id });
  const idOf = ({ externalId = "" }: { externalId?: string }) => externalId;
  const fromDesk = () => phone.messages().filter(({ side }) => side === "bot");
  return {
    externalId: phone.externalId,
    write: async (text) => idOf(await phone.send({ type: "text", text })),
    sendFile: async (caption) => idOf(await phone.send({ type: "photo", caption })),
    edit: null,
    react: null,
    confirm: null,
    rate: (stars) => pressStars(fromDesk(), stars, outside),
    received: () =>
      fromDesk().map((message) => ({
        id: idOf(message),
        text: message.text ?? "",
        file: (message.mail?.files.length ?? 0) > 0,
        quotes: null,
      })),
    sawTyping: () => false,
  };
}
