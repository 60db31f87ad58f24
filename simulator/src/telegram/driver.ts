import type { ChannelDriver, SimulatedClient } from "../driver.ts";
import type { Fault } from "../faults.ts";
import type { Simulator } from "../server.ts";

const numberIn = (id: string) => Number(id.slice(id.lastIndexOf(":") + 1));

export function driveTelegram({ control }: Pick<Simulator, "control">): ChannelDriver {
  const spoiled = new Map<string, number>();
  return {
    newAccount() {
      const { id, token } = control.createBot({ name: "Contract" });
      return { body: { bot_id: token }, externalId: String(id) };
    },
    wrongAccount: () => ({ bot_id: "700999999:AAunknownunknownunknownunknownunknow" }),
    newClient: (account) => newClient(control, Number(account)),
    async delivered(account) {
      await control.drained(Number(account));
    },
    async repeat(account, { externalId }) {
      const bot = Number(account);
      const last = control
        .phone({ bot, person: Number(externalId) })
        .messages()
        .at(-1);
      const update = last && control.updateOf(bot, Number(externalId), last.id);
      if (!update) throw new Error("There is nothing to repeat");
      const { update_id: _id, ...body } = update;
      control.push(bot, body);
      await control.drained(bot);
    },
    spoilNextSend(account, how, what = "message") {
      const method = methods[what];
      const on = { bot: Number(account), method };
      if (how === "refused")
        control.addFault({ ...on, kind: "error", code: 400, description: "Bad Request: no" });
      else if (how === "tryAgain") control.addFault({ ...on, kind: "error", code: 429, retryAfter: 1 });
      else control.addFault({ ...on, kind: "acceptThenDrop" });
    },
    refuseLate(account, what) {
      const description = `Bad Request: ${tooLate[what]}`;
      control.addFault({
        bot: Number(account),
        method: methods[what],
        kind: "error",
        code: 400,
        description,
      });
    },
    revoke: (account) => void control.revokeToken(Number(account)),
    spoilChecks(account, how) {
      spoiled.set(account, control.addFault({ bot: Number(account), times: 0, ...checkFaults[how]() }));
      return true;
    },
    mendChecks: (account) => control.clearFaults(spoiled.get(account)),
    forgedCall: () => ({
      headers: { "x-telegram-bot-api-secret-token": "guessed" },
      body: JSON.stringify({
        update_id: 1,
        message: {
          message_id: 1,
          date: 1_795_000_000,
          from: { id: 4242, is_bot: false, first_name: "Mallory" },
          chat: { id: 4242, type: "private" },
          text: "forged",
        },
      }),
    }),
    calls(account) {
      const [request] = control.requests({ bot: Number(account), method: "setWebhook" }).slice(-1);
      return (request?.params as { url?: string } | undefined)?.url ?? null;
    },
  };
}

const tooLate = { edit: "message can't be edited", deletion: "message can't be deleted for everyone" };

const methods = {
  message: "sendMessage",
  reaction: "setMessageReaction",
  edit: "editMessageText",
  deletion: "deleteMessage",
} as const;

const checkFaults: Record<"refused" | "unreachable" | "pending", () => Fault> = {
  refused: () => ({ method: "getMe", kind: "error", code: 401 }),
  unreachable: () => ({ method: "getMe", kind: "reset" }),
  pending: () => ({
    method: "getWebhookInfo",
    kind: "answer",
    result: {
      url: "",
      has_custom_certificate: false,
      pending_update_count: 3,
      last_error_date: Math.floor(Date.now() / 1000),
      last_error_message: "Connection timed out",
    },
  }),
};

async function newClient(control: Simulator["control"], bot: number): Promise<SimulatedClient> {
  const { id: person } = await control.createPerson({ firstName: "Olena" });
  const phone = control.phone({ bot, person });
  const idOf = (message: number) => `${person}:${message}`;
  return {
    externalId: String(person),
    write: async (text) => idOf((await phone.write(text)).id),
    sendFile: async (caption) => idOf((await phone.send({ type: "photo", caption })).id),
    edit: async (id, text) => void phone.edit(numberIn(id), text),
    react: async (id, emoji) => void phone.react(numberIn(id), emoji),
    confirm: null,
    async rate(stars) {
      const question = phone.messages().findLast(({ buttons }) => buttons && buttons.length > 0);
      if (!question) throw new Error("No rating was asked for");
      phone.press(question.id, "⭐".repeat(stars));
    },
    received: () =>
      phone
        .messages()
        .filter(({ side }) => side === "bot")
        .map((message) => ({
          id: idOf(message.id),
          text: message.text ?? "",
          file: message.type !== "text",
          quotes: message.replyTo === undefined ? null : idOf(message.replyTo.id),
        })),
    reactionTo: (id) => phone.messages().find((one) => one.id === numberIn(id))?.reactions.bot ?? null,
    sawTyping: () =>
      control.requests({ bot, method: "sendChatAction", person }).some(({ status }) => status === 200),
  };
}
