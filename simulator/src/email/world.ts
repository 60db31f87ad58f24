/** The state of the simulated mail world: the post office, the phones, and mail that waits for the desk. */
import { randomUUID } from "node:crypto";
import type { Network, Person } from "../network.ts";
import { perNetwork } from "../per-network.ts";
import { type PhoneLog, PhoneLogs } from "../phone-log.ts";
import type { StoredMail } from "./folder.ts";
import type { Mailbox } from "./mailbox.ts";
import { PostOffice } from "./post-office.ts";
import type { MailServer } from "./server.ts";

export type MailWorld = {
  office: PostOffice;
  /** Set once the simulator listens. */
  server: MailServer | undefined;
  logs: PhoneLogs;
  /** Documents of HTML mail by their names. */
  pages: Map<string, string>;
  /** Addresses, by mailbox, that accept nothing from it. */
  refusing: Map<number, Set<string>>;
  /** The text of a person's automatic answer, by person. */
  away: Map<number, string>;
  /** Mail held back from a mailbox. */
  held: Map<number, (() => void)[]>;
  /** The mail that is being written. */
  writing: WeakMap<PhoneLog, Promise<unknown>>;
  /** Called when the desk has received a mail. */
  whenReceived: WeakMap<StoredMail, () => void>;
};

export const mailWorldOf = perNetwork<MailWorld>((network) => {
  const world: MailWorld = {
    office: new PostOffice(network.faults, network.now),
    server: undefined,
    logs: new PhoneLogs(network),
    pages: new Map(),
    refusing: new Map(),
    away: new Map(),
    held: new Map(),
    writing: new WeakMap(),
    whenReceived: new WeakMap(),
  };
  world.office.received = (mail) => {
    world.whenReceived.get(mail)?.();
    network.live.publish({ type: "handedOver" });
  };
  return world;
});

export function accessMailbox(network: Network, id: number): Mailbox {
  const found = mailWorldOf(network)
    .office.mailboxes()
    .find((mailbox) => mailbox.id === id);
  if (!found) throw new Error(`There is no mailbox ${id}`);
  return found;
}

/** The address in lower case. */
export const addressOf = ({ address, user }: Person): string => address ?? `person${user.id}@mail.example`;

export function personAt(network: Network, address: string): Person | undefined {
  const wanted = address.toLowerCase();
  for (const person of network.people.values()) if (addressOf(person) === wanted) return person;
  return undefined;
}

export const newMessageId = (address: string): string => `<${randomUUID()}@${domainOf(address)}>`;

export const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1);
