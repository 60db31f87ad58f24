import type { ChannelDriver, DeskCall, SimulatedClient } from "../driver.ts";
import type { Simulator } from "../server.ts";
import { WhatsAppControl } from "./control.ts";
import { encode, signatureOf } from "./hooks.ts";
import { photo } from "./samples.ts";
import type { Reach } from "./state.ts";

/** Each account has its own app, so that each is called at its own address. */
export function driveWhatsApp({ network, control: common }: Simulator, desk: DeskCall): ChannelDriver {
  const control = new WhatsAppControl(network);
  /** The addresses are of a desk that does not listen: its challenge counts as answered. */
  const reach: Reach = {
    get: async (url) => ({ status: 200, body: new URL(url).searchParams.get("hub.challenge") ?? "" }),
    post: (url, headers, body) => desk(new URL(url).pathname, headers, body),
  };
  const spoiled = new Map<string, number>();
  const account = () => {
    const app = control.createApp();
    const { number, token } = control.createNumber({ app, reach, receipts: false, name: "Contract" });
    return { number, token, app };
  };
  return {
    newAccount() {
      const { number, token, app } = account();
      return {
        externalId: number.id,
        body: {
          access_token: token,
          waba_id: number.wabaId,
          phone_number_id: number.id,
          app_id: app.id,
          app_secret: app.secret,
        },
      };
    },
    wrongAccount() {
      const { number, app } = account();
      return {
        access_token: "EAAunknownunknownunknownunknown",
        waba_id: number.wabaId,
        phone_number_id: number.id,
        app_secret: app.secret,
      };
    },
    newClient: async (id) => newClient(control, id),
    delivered: (id) => control.drained(id),
    async repeat(id) {
      await control.repeat(id);
    },
    spoilNextSend(id, how) {
      const on = { bot: Number(id), method: "messages" };
      if (how === "refused") common.addFault({ ...on, kind: "error", code: 100, description: "No" });
      else if (how === "tryAgain") common.addFault({ ...on, kind: "error", code: 131056, retryAfter: 1 });
      else common.addFault({ ...on, kind: "acceptThenDrop" });
    },
    revoke: (id) => control.revokeTokens(id),
    spoilChecks(id, how) {
      // The provider does not report calls that it could not hand over.
      if (how === "pending") return false;
      const trouble =
        how === "refused" ? ({ kind: "error", code: 190 } as const) : ({ kind: "reset" } as const);
      spoiled.set(id, common.addFault({ bot: Number(id), method: "number", times: 0, ...trouble }));
      return true;
    },
    mendChecks: (id) => common.clearFaults(spoiled.get(id)),
    forgedCall() {
      const body = encode({
        object: "whatsapp_business_account",
        entry: [{ id: "1", changes: [{ field: "messages", value: {} }] }],
      });
      return { headers: { "x-hub-signature-256": signatureOf("another app's secret", body) }, body };
    },
    calls: (id) => [...control.number(id).overrides.values()].at(-1) ?? null,
  };
}

async function newClient(control: WhatsAppControl, numberId: string): Promise<SimulatedClient> {
  const person = control.createPerson({ name: "Olena K" });
  const phone = control.phone(numberId, person);
  const sent = () => phone.messages().filter(({ fromBusiness }) => fromBusiness);
  return {
    externalId: person.userId,
    write: async (text) => phone.write(text).id,
    sendFile: async (caption) => phone.sendMedia("image", await photo(), { caption }).id,
    edit: async (id, text) => phone.edit(id, text),
    remove: async (id) => phone.remove(id),
    react: async (id, emoji) => phone.react(id, emoji),
    confirm: async (id) => phone.report(id, "delivered"),
    async rate(stars) {
      const question = sent().findLast(({ content }) => content.type === "interactive");
      if (!question) throw new Error("No rating was asked for");
      phone.press(question.id, "⭐".repeat(stars));
    },
    received: () =>
      sent().map(({ id, content, quotes }) => {
        const part = content[content.type] as { id?: string; body?: string; caption?: string };
        const file = part.id !== undefined;
        return { id, text: (file ? part.caption : part.body) ?? "", file, quotes };
      }),
    reactionTo: (id) => phone.messages().find((one) => one.id === id)?.reactions.business ?? null,
    sawTyping: () => phone.typed,
    sawRead: () => phone.messages().some(({ seen }) => seen),
  };
}
