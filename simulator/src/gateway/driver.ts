import type { ChannelDriver, DeskCall, DeskFile, SimulatedClient } from "../driver.ts";
import type { Fault } from "../faults.ts";
import type { Simulator } from "../server.ts";
import { accessAccount, createAccount, type GatewayAccount, newSecret, urlOf } from "./accounts.ts";
import { handInReceipt } from "./hand-in.ts";
import { GatewayPhone } from "./phone.ts";

export function driveGateway(simulator: Simulator, desk: DeskCall, file: DeskFile): ChannelDriver {
  const { control, network } = simulator;
  const spoiled = new Map<string, number>();
  const find = (externalId: string): GatewayAccount =>
    accessAccount(network, Number(externalId.slice(externalId.lastIndexOf("/") + 1)));
  function create() {
    const account = createAccount(network, { name: "Contract" });
    account.confirms = false;
    account.hooks.transport = async ({ url, headers, body }) => ({
      status: await desk(new URL(url).pathname, headers, String(body)),
      text: "{}",
    });
    account.fetchFile = (url) => file(new URL(url).pathname);
    return account;
  }
  return {
    newAccount() {
      const account = create();
      const url = urlOf(network, account);
      return { body: { name: "Contract", url, secret: account.secret }, externalId: url };
    },
    wrongAccount: () => ({ name: "Contract", url: urlOf(network, create()), secret: newSecret() }),
    giveKey: (externalId, key) => control.giveKey(find(externalId).id, key),
    newClient: (externalId) => newClient(simulator, find(externalId)),
    delivered: (externalId) => control.delivered(find(externalId).id),
    async repeat(externalId) {
      await control.repeat(find(externalId).id);
    },
    spoilNextSend(externalId, how) {
      const on = { bot: find(externalId).id, method: "channel_message" };
      if (how === "refused") control.addFault({ ...on, kind: "error", code: 422, description: "No credit" });
      else if (how === "tryAgain") control.addFault({ ...on, kind: "error", code: 503 });
      else control.addFault({ ...on, kind: "acceptThenDrop" });
    },
    revoke(externalId) {
      find(externalId).secret = newSecret();
    },
    spoilChecks(externalId, how) {
      // A gateway tells nothing of messages that it could not hand in.
      if (how === "pending") return false;
      const on = { bot: find(externalId).id, method: "channel_check", times: 0 };
      const fault: Fault = how === "refused" ? { ...on, kind: "error", code: 401 } : { ...on, kind: "reset" };
      spoiled.set(externalId, control.addFault(fault));
      return true;
    },
    mendChecks: (externalId) => control.clearFaults(spoiled.get(externalId)),
    forgedCall: () => ({ headers: { authorization: "Bearer none" }, body: "{}" }),
    calls: () => null,
  };
}

async function newClient({ control }: Simulator, account: GatewayAccount): Promise<SimulatedClient> {
  const { id: person } = await control.createPerson({ firstName: "Olena", language: "bg" });
  const phone = control.chat({ account: account.id, person });
  if (!(phone instanceof GatewayPhone)) throw new Error("This is no phone of a gateway");
  const { chat } = phone;
  const idOf = ({ externalId = "" }: { externalId?: string }) => externalId;
  return {
    externalId: chat.number,
    write: async (text) => idOf(await phone.send({ type: "text", text })),
    sendFile: async (caption) => idOf(await phone.send({ type: "photo", caption })),
    ...{ edit: null, react: null, rate: null },
    confirm: async (id) => handInReceipt(chat, id, "delivered"),
    received: () =>
      phone
        .messages()
        .filter(({ side }) => side === "bot")
        .map((message) => ({
          id: idOf(message),
          text: message.text ?? "",
          file: message.media !== undefined,
          quotes: message.replyTo ? idOf(chat.log.access(message.replyTo.id)) : null,
        })),
    sawTyping: () => false,
  };
}
