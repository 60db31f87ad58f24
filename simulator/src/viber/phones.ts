import type { Network } from "../network.ts";
import { perNetwork } from "../per-network.ts";
import type { Account, Phones } from "../phone.ts";
import { accessAccount, createAccount, openChat, type ViberAccount, viberOf } from "./accounts.ts";
import { ViberPhone } from "./phone.ts";

/** Viber's people and accounts. */
export const viberPhones = perNetwork(open);

/** The kind that the platform does not hand over. */
const unshown = "unsupported";

function open(network: Network): Phones {
  const accounts = () => [...viberOf(network).byToken.values()];
  const access = (account: number) => accessAccount(network, account);
  return {
    features: {
      kinds: [
        "text",
        "photo",
        "video",
        "sticker",
        "audio",
        "voice",
        "document",
        "contact",
        "location",
        unshown,
      ],
      albums: false,
      quotes: false,
      reacts: false,
      edits: false,
      deletes: false,
      reads: true,
      keys: "chat",
      begins: "Message",
      leaves: "unsubscribe",
    },
    accounts: () => accounts().map(viewAccount),
    createAccount: (wanted) => viewAccount(createAccount(network, wanted)),
    phone: (account, person) => new ViberPhone(network, openChat(network, access(account), person)),
    people: (account) =>
      [...access(account).chats.values()]
        .filter(({ log }) => log.messages().length > 0)
        .map(({ person }) => person.user.id),
    delivered: (account, timeoutMs) => access(account).callbacks.drained(timeoutMs),
    repeat: (account, times) => access(account).callbacks.repeat(times),
    hold: (account) => access(account).callbacks.hold(),
    release: (account, order) => access(account).callbacks.release(order),
    stop() {
      for (const { callbacks } of accounts()) callbacks.stop();
    },
  };
}

const viewAccount = ({ id, externalId, name, uri, token }: ViberAccount): Account => ({
  id,
  platform: "viber",
  externalId,
  name,
  handle: uri,
  connect: { token },
});
