import type { Network } from "../network.ts";
import { perNetwork } from "../per-network.ts";
import type { Account, Phones } from "../phone.ts";
import {
  accessAccount,
  createAccount,
  type GatewayAccount,
  gatewaysOf,
  openChat,
  urlOf,
} from "./accounts.ts";
import { GatewayPhone } from "./phone.ts";

/** The people who write to a company's own systems, and these systems. */
export const gatewayPhones = perNetwork(open);

function open(network: Network): Phones {
  const accounts = () => [...gatewaysOf(network).accounts.values()];
  const access = (account: number) => accessAccount(network, account);
  const view = (account: GatewayAccount): Account => ({
    id: account.id,
    platform: "gateway",
    externalId: urlOf(network, account),
    name: account.name,
    handle: `SMS ${account.id}`,
    connect: { name: account.name, url: urlOf(network, account), secret: account.secret },
  });
  return {
    features: {
      kinds: ["text", "photo", "video", "audio", "document", "location"],
      albums: false,
      quotes: true,
      reacts: false,
      edits: false,
      deletes: false,
      reads: true,
      keys: "message",
      begins: null,
      leaves: "block",
    },
    accounts: () => accounts().map(view),
    createAccount: ({ name, token }) => view(createAccount(network, { name, secret: token })),
    phone: (account, person) => new GatewayPhone(network, openChat(network, access(account), person)),
    people: (account) =>
      [...access(account).chats.values()]
        .filter(({ log }) => log.messages().length > 0)
        .map(({ person }) => person.user.id),
    delivered: (account, timeoutMs) => access(account).hooks.drained(timeoutMs),
    repeat: (account, times) => access(account).hooks.repeat(times),
    hold: (account) => access(account).hooks.hold(),
    release: (account, order) => access(account).hooks.release(order),
    giveKey(account, key) {
      access(account).key = key;
    },
    stop() {
      for (const { hooks } of accounts()) hooks.stop();
    },
  };
}
