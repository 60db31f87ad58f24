import { randomUUID } from "node:crypto";
import type { MailAddress } from "@parley/contract/mail";
import { insertMail } from "../../server/src/support/messages/mail-rows.ts";
import type { World } from "../world.ts";
import type { DepartmentName } from "./people.ts";

type MailFacts = {
  subject: string;
  text: string;
  sender: MailAddress;
  to?: MailAddress[];
  cc?: MailAddress[];
  bcc?: MailAddress[];
  department?: DepartmentName;
};

/** A ticket with one mail, as a mailbox brings it. */
export async function plantMail(world: World, { text, department = "bookings", ...mail }: MailFacts) {
  const ticket = await world.ticket({
    department,
    messages: [],
    client: mail.sender.name ?? mail.sender.address,
  });
  const message = await world.message(ticket, { content: text, has_mail: true });
  const company = department === "general" || department === "claims" ? "northwind" : "harbour";
  await world.desk(company, (scope) =>
    insertMail(scope, ticket, message.id, {
      ...{ ref: `<${randomUUID()}@mail.example>`, references: [], html: null, why: { kind: "new" } },
      ...{ to: [], cc: [], ...mail },
    }),
  );
  return { ticket, messageid: message.id };
}
