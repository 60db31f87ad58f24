/** Accounts whose provider signs its calls: one of the attacker's company and one of the neighbour's on each platform. */
import type { Simulator } from "../../../simulator/src/server.ts";
import type { House } from "../../outside/house.ts";
import { openVisitor } from "../visitor.ts";
import { viber } from "./viber.ts";
import { whatsapp } from "./whatsapp.ts";

export type Call = { headers: Record<string, string>; body: string | Buffer };

/** The content of a provider's call, and its signature. */
export type Signed = {
  platform: string;
  channelid: string;
  /** The path of the account's own webhook. */
  path: string;
  /** The simulator's account number. */
  account: number;
  /** The secret that signs. */
  secret: string;
  sign(body: string | Buffer): Record<string, string>;
  /** A client's text, new unless the provider's id of it is given. */
  message(text: string, facts?: { id?: string; client?: string }): string;
  /** A read receipt of a message, by the provider's id and, where the provider repeats it, ours. */
  receipt(externalId: string, messageid: string): string;
  /** Calls that no version of the provider has made, or with misplaced values. */
  unknown(): string[];
  /** Calls of each kind that the provider makes, as their values. */
  kinds(): object[];
  /** Values in the provider's form. */
  write(values: unknown): string;
  /** The rejection of a template, by the provider's id; null where there are no templates. */
  rejection(template: string): string | null;
  /** A client's file and picture at this address; null where calls contain no address. */
  fileAt(address: string): string | null;
  /**
   * Replaces the account's secret at the provider. Returns the body that connects it with that, and its calls from then
   * on.
   */
  replace(): { body: object; after: Signed };
};

export type Pair = { platform: string; own: Signed; theirs: Signed };

export type Platform = {
  name: string;
  open(
    simulator: Simulator,
    made: { id: number; connect: Record<string, string>; channelid: string },
  ): Signed;
};

const platforms: Platform[] = [whatsapp, viber];

export async function openPairs(url: string, simulator: Simulator, house: House): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (const platform of platforms) {
    const connect = async (admin: "ingrid" | "freya") => {
      const { id, connect: body } = simulator.control.createAccount({ platform: platform.name, name: admin });
      const visitor = openVisitor(url, { cookie: house.people[admin].cookie });
      const { status, text } = await visitor.post(`/channels/${platform.name}/connect`, body);
      visitor.close();
      if (status !== 200) throw new Error(`${platform.name} was not connected: ${status} ${text}`);
      const { channelid } = JSON.parse(text) as { channelid: string };
      return platform.open(simulator, { id, connect: textsOf(body), channelid });
    };
    const [own, theirs] = [await connect("ingrid"), await connect("freya")];
    pairs.push({ platform: platform.name, own, theirs });
  }
  return pairs;
}

const textsOf = (body: Record<string, string | object>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );

export const signed = ({ sign }: Pick<Signed, "sign">, body: string): Call => ({ headers: sign(body), body });

/** Values that replace a text or a number each time, and those that do in turn. */
const always = ["a\0b", "\ud800"];
const byTurns = ["", " ", "x".repeat(5000), -1, 1e308, 2 ** 53, null, true, [], {}, [[null]]];
let turn = 0;

/** Copies of these values, each with one of them replaced by a value that no provider sends there. */
export function spoiled(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) {
    turn += 1;
    return [...always, byTurns[turn % byTurns.length]];
  }
  return Object.entries(value).flatMap(([key, part]) =>
    spoiled(part).map((other) =>
      Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other },
    ),
  );
}
