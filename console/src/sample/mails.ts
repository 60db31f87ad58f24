/** Sample mails for tests of the console. */
import type { Mail } from "@parley/contract/mail";
import type { Message } from "@parley/contract/messages";
import { message } from "./build.ts";

export const addresses = {
  henrik: { name: "Henrik Aas", address: "henrik@aas.example" },
  lise: { name: "Lise Aas", address: "lise@aas.example" },
  desk: { name: null, address: "booking@harbour.example" },
};

export function mail(facts: Partial<Mail> = {}): Mail {
  return {
    subject: "Two seats on 12 December",
    from: addresses.henrik,
    to: [addresses.desk],
    cc: [],
    bcc: [],
    reply_to: [],
    html: null,
    formatted: false,
    rest: false,
    quotes: null,
    why: { kind: "new" },
    marks: [],
    ...facts,
  };
}

export const mailMessage = ({ mail: given = mail(), ...facts }: Partial<Message> = {}): Message =>
  message({ content: "Are there still two seats?", mail: given, ...facts });
