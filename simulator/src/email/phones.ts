import type { Network } from "../network.ts";
import { perNetwork } from "../per-network.ts";
import type { Account, Phones } from "../phone.ts";
import { hold, release, repeatLast, waitUntilFetched } from "./hand-over.ts";
import type { Mailbox } from "./mailbox.ts";
import { MailPhone } from "./phone.ts";
import { pushQueue, stopPushing } from "./push.ts";
import { accessMailbox, mailWorldOf } from "./world.ts";

/** Mailboxes, and the people who write to them. */
export const mailPhones = perNetwork(open);

const FIRST_MAILBOX = 900_100_200;

function open(network: Network): Phones {
  const world = mailWorldOf(network);
  const access = (id: number) => accessMailbox(network, id);
  return {
    features: {
      kinds: ["text", "photo", "video", "audio", "document"],
      albums: false,
      quotes: false,
      reacts: false,
      edits: false,
      deletes: false,
      reads: false,
      keys: "message",
      begins: null,
      leaves: "block",
    },
    accounts: () => world.office.mailboxes().map((mailbox) => viewAccount(network, mailbox)),
    createAccount({ name, token, username }) {
      const id = FIRST_MAILBOX + world.office.mailboxes().length;
      const domain = name.toLowerCase().replace(/[^a-z0-9]+/g, "-");
      const address = username ?? `hello${id - FIRST_MAILBOX || ""}@${domain}.example`;
      const mailbox = world.office.create({ id, name, address, password: token });
      network.live.publish({ type: "world" });
      return viewAccount(network, mailbox);
    },
    phone: (account, person) => new MailPhone(network, access(account), person),
    people: (account) => world.logs.people(access(account).id),
    delivered: (account, timeoutMs) => waitUntilFetched(network, access(account), timeoutMs),
    async repeat(account, times) {
      const mailbox = access(account);
      if (mailbox.push) return pushQueue(network, mailbox).repeat(times);
      repeatLast(mailbox, times);
      await waitUntilFetched(network, mailbox, 30_000);
      // The mails count as received, like a webhook's 200.
      return Array.from({ length: times }, () => 200);
    },
    hold: (account) => hold(network, access(account)),
    release: (account, order) => release(network, access(account), order),
    push(account, to) {
      access(account).push = to;
    },
    stop() {
      world.held.clear();
      stopPushing(network);
    },
  };
}

/** The ports are known once the simulator listens. */
function viewAccount(network: Network, { id, address, name, password, push }: Mailbox): Account {
  const { server } = mailWorldOf(network);
  const signIn = { secure: false, user: address, password };
  return {
    id,
    platform: "email",
    externalId: address,
    name,
    handle: address,
    pushes: push !== null,
    connect: { address, name, imap: { ...server?.imap, ...signIn }, smtp: { ...server?.smtp, ...signIn } },
  };
}
