import type { ChannelDriver, DeskCall, DeskFile, SimulatedClient } from "../driver.ts";
import type { Fault } from "../faults.ts";
import type { Simulator } from "../server.ts";
import { accessAccount, createAccount, newToken, type ViberAccount, viberOf } from "./accounts.ts";
import { reportDelivered } from "./events.ts";
import { ViberPhone } from "./phone.ts";

/** Finds by the id the desk knows. */
function find({ network }: Pick<Simulator, "network">, externalId: string): ViberAccount {
  return accessAccount(network, Number(externalId.slice(externalId.indexOf(":") + 1)));
}

export function driveViber(simulator: Simulator, desk: DeskCall, file: DeskFile): ChannelDriver {
  const { control, network } = simulator;
  const spoiled = new Map<string, number>();
  return {
    newAccount() {
      const account = createAccount(network, { name: "Contract" });
      account.confirms = false;
      account.callbacks.transport = async ({ url, headers, body }) => {
        const { pathname, search } = new URL(url);
        return { status: await desk(`${pathname}${search}`, headers, String(body)), text: "{}" };
      };
      account.fetchFile = (url) => file(new URL(url).pathname);
      return { body: { token: account.token }, externalId: account.externalId };
    },
    wrongAccount: () => ({ token: newToken() }),
    newClient: (externalId) => newClient(simulator, find(simulator, externalId)),
    delivered: (externalId) => control.delivered(find(simulator, externalId).id),
    async repeat(externalId) {
      await control.repeat(find(simulator, externalId).id);
    },
    spoilNextSend(externalId, how) {
      const on = { bot: find(simulator, externalId).id, method: "send_message" };
      if (how === "refused") control.addFault({ ...on, kind: "error", code: 3 });
      else if (how === "tryAgain") control.addFault({ ...on, kind: "error", code: 12 });
      else control.addFault({ ...on, kind: "acceptThenDrop" });
    },
    revoke(externalId) {
      const account = find(simulator, externalId);
      const { byToken } = viberOf(network);
      byToken.delete(account.token);
      account.token = newToken();
      byToken.set(account.token, account);
    },
    spoilChecks(externalId, how) {
      // The account's information does not report waiting callbacks.
      if (how === "pending") return false;
      const on = { bot: find(simulator, externalId).id, method: "get_account_info", times: 0 };
      const fault: Fault = how === "refused" ? { ...on, kind: "error", code: 2 } : { ...on, kind: "reset" };
      spoiled.set(externalId, control.addFault(fault));
      return true;
    },
    mendChecks: (externalId) => control.clearFaults(spoiled.get(externalId)),
    forgedCall: () => ({
      headers: { "x-viber-content-signature": "0".repeat(64) },
      body: JSON.stringify({
        event: "message",
        timestamp: 1_795_000_000_000,
        message_token: 1,
        sender: { id: "mallory==", name: "Mallory" },
        message: { type: "text", text: "forged" },
      }),
    }),
    calls: (externalId) => find(simulator, externalId).webhook || null,
  };
}

async function newClient({ control, network }: Simulator, account: ViberAccount): Promise<SimulatedClient> {
  const { id: person } = await control.createPerson({ firstName: "Olena", language: "bg" });
  const phone = control.chat({ account: account.id, person });
  if (!(phone instanceof ViberPhone)) throw new Error("This is no phone of Viber");
  const { chat } = phone;
  const idOf = ({ externalId = "" }: { externalId?: string }) => externalId;
  return {
    externalId: chat.userId,
    write: async (text) => idOf(await phone.send({ type: "text", text })),
    sendFile: async (caption) => idOf(await phone.send({ type: "photo", caption })),
    edit: null,
    react: null,
    confirm: async (id) => reportDelivered(network, chat, id),
    async rate(stars) {
      const question = phone.messages().findLast(({ buttons }) => buttons);
      if (!question) throw new Error("No rating was asked for");
      phone.press(question.id, "⭐".repeat(stars));
    },
    received: () =>
      phone
        .messages()
        .filter(({ side }) => side === "bot")
        .map((message) => ({
          id: idOf(message),
          text: message.text ?? "",
          file: message.media !== undefined,
          quotes: null,
        })),
    sawTyping: () => false,
  };
}
