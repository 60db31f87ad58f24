/** A client who writes on their phone. The provider hands each message over until the desk has it. */
import type { PhoneMessage } from "../../simulator/src/phone.ts";
import type { Simulator } from "../../simulator/src/server.ts";

export type Sent = { text: string; acked: boolean };

/** A client in the ledger's records. */
export type Correspondent = {
  /** The id by which the desk knows them. */
  id: string | number;
  /** The messages are in the order in which they were written, which the desk has to keep unless `unordered`. */
  sent: Sent[];
  unordered?: boolean;
  /** Resolves when the desk has acknowledged it. */
  write(text: string): Promise<void>;
  /** The texts that came to their phone. */
  received(): string[];
  /** Opens the chat, which marks it read. */
  readAll?(): void;
};

export type Receipt = PhoneMessage["receipt"];

export type PlayedClient = Correspondent & {
  account: number;
  /** Writes without waiting for the desk. */
  compose(text: string): Promise<Written>;
  readAll(): void;
  arrivals(): { text: string; at: Date }[];
  /** The furthest receipt by text that the desk was given of messages on the phone. */
  receipts(): Map<string, Receipt>;
};

/** `taken` resolves when the desk has acknowledged it. */
export type Written = { externalId: string | undefined; taken(): Promise<void> };

/** Milliseconds; a restart of the desk and the steps meanwhile take less. */
const timeout = 120_000;

/** `explain` describes the state when the desk does not accept a message. */
export async function createPlayedClient(
  { control }: Simulator,
  account: number,
  {
    firstName = "Ada",
    explain = async () => "",
  }: { firstName?: string; explain?: () => Promise<string> } = {},
): Promise<PlayedClient> {
  const { platform } = control.accounts().find(({ id }) => id === account) ?? {};
  const { id: person } = await control.createPerson({
    firstName,
    picture: "none",
    ...(platform && { platform }),
  });
  const phone = control.chat({ account, person });
  const arrived = () => phone.messages().filter(({ side, text }) => side === "bot" && text !== undefined);
  const client: PlayedClient = {
    id: phone.externalId,
    account,
    sent: [],
    readAll: () => phone.readAll(),
    async compose(text) {
      const sent = { text, acked: false };
      client.sent.push(sent);
      const { id, externalId } = await phone.send({ type: "text", text });
      return {
        externalId,
        async taken() {
          const taken = (message: { id: number; received?: boolean }) =>
            message.id === id && message.received === true;
          await phone.waitFor(taken, timeout).catch(async (error: Error) => {
            const why = await explain();
            throw new Error(`${platform}: the desk did not receive "${text}" (${error.message})\n${why}`);
          });
          sent.acked = true;
        },
      };
    },
    async write(text) {
      await (await client.compose(text)).taken();
    },
    received: () => arrived().map(({ text = "" }) => text),
    arrivals: () => arrived().map(({ text = "", at }) => ({ text, at: new Date(at) })),
    receipts: () => new Map(arrived().map(({ text = "", receipt }) => [text, receipt])),
  };
  return client;
}
