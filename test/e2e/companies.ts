/** Set-up of browser tests without the console: companies, sessions, chats. */

import { channelsChanged } from "../../server/src/channels/accounts/changes.ts";
import { openChannel } from "../../server/src/channels/accounts/find.ts";
import { receiveMail } from "../../server/src/channels/email/receive-mail.ts";
import type { Channel } from "../../server/src/channels/seam/adapter.ts";
import type { Context } from "../../server/src/floor/context.ts";
import { acrossCompanies, inCompany, inCompanyAs } from "../../server/src/floor/database/scope.ts";
import { hashPassword } from "../../server/src/people/passwords/password.ts";
import { completeSignIn } from "../../server/src/sign-in/session/complete-sign-in.ts";
import { newToken } from "../../server/src/sign-in/session/session.ts";
import { cookieName } from "../../server/src/sign-in/session/session-cookie.ts";
import { appendMessage } from "../../server/src/support/messages/append.ts";
import type { Simulator } from "../../simulator/src/server.ts";
import { WhatsAppControl } from "../../simulator/src/whatsapp/control.ts";
import { officeOf } from "../../simulator/src/whatsapp/office.ts";
import { review } from "../../simulator/src/whatsapp/templates.ts";
import { type PlantedCompany, plantCompany } from "../world/company.ts";
import { openTicket } from "../world/tickets.ts";
import {
  type AgentName,
  agents,
  type Company,
  departments,
  type PlantedChat,
  password,
} from "./company-plan.ts";

export type Companies = {
  create(name: string): Promise<Company>;
  /** The company's bot is no longer polled. */
  leave(companyId: string): Promise<void>;
  /** A session like the sign-in page's. */
  signIn(companyId: string, agent: AgentName, userAgent: string): Promise<{ name: string; value: string }>;
  plantChat(chat: PlantedChat): Promise<void>;
  /** Lets colleagues take over after a minute; an agent who has not been here yet has been away for longer. */
  allowTakingOver(companyId: string): Promise<void>;
  /** A WhatsApp number that no company has yet, and a token for it. */
  createNumber(name: string): Promise<{ token: string; wabaId: string; numberId: string }>;
  /** WhatsApp's verdict on the templates of a business account. */
  approveTemplates(wabaId: string): Promise<void>;
  /** A mail to the company's mailbox, which is connected with the first one; `{account}` is its address. */
  receiveMail(companyId: string, raw: string): Promise<void>;
};

type Planted = PlantedCompany<keyof typeof departments, AgentName>;

export async function openCompanies(context: Context, { control, network }: Simulator): Promise<Companies> {
  officeOf(network).reviewAfter = null;
  const passwordHash = await hashPassword(password);
  const planted = new Map<string, Planted>();
  const mailboxes = new Map<string, Channel>();
  let created = 0;

  function find(companyId: string): Planted {
    const company = planted.get(companyId);
    if (!company) throw new Error(`There is no company ${companyId}`);
    return company;
  }

  async function connectMailbox(companyId: string): Promise<Channel> {
    const { connect, externalId } = control.createAccount({ platform: "email", name: "Booking" });
    const sealed = context.secrets.seal(JSON.stringify({ imap: null, smtp: connect.smtp, plus: true }));
    const row = await inCompany(context, { kind: "desk", companyId }, ({ db }) =>
      db
        .insertInto("channel")
        .values({
          ...{ company_id: companyId, platform: "email", external_id: externalId, username: externalId },
          ...{ name: "Booking", created_on: context.clock(), credentials: sealed },
          department_id: find(companyId).departments.bookings.id,
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
    channelsChanged(context);
    return openChannel(row, context.secrets);
  }

  return {
    async create(name) {
      const number = ++created;
      const domain = `company-${number}.example`;
      const bot = control.createBot({ name, username: `company_${number}_bot` });
      const company = await acrossCompanies(context, (db) =>
        plantCompany(db, {
          name,
          domain,
          passwordHash,
          departments,
          agents,
          createdOn: context.clock(),
          setUpOn: context.clock(),
          defaultDepartment: "bookings",
          bot: { ...bot, credentials: context.secrets.seal(bot.token) },
        }),
      );
      planted.set(company.id, company);
      channelsChanged(context);
      const emails = Object.fromEntries(
        Object.entries(company.agents).map(([key, { email }]) => [key, email]),
      );
      return { id: company.id, name, bot: bot.id, emails: emails as Company["emails"] };
    },

    async leave(companyId) {
      const { channel } = find(companyId);
      planted.delete(companyId);
      await acrossCompanies(context, (db) =>
        db.updateTable("channel").set({ removed_on: context.clock() }).where("id", "=", channel.id).execute(),
      );
      channelsChanged(context);
    },

    async signIn(companyId, agent, userAgent) {
      const { actor } = find(companyId).agents[agent];
      const device = { token: newToken(), accounts: [] };
      const browser = { userAgent, address: "127.0.0.1", previousToken: undefined, device };
      const value = await inCompanyAs(context, actor, (scope) =>
        completeSignIn(scope, browser, passwordHash),
      );
      if (!value) throw new Error(`${agent} was not let in`);
      return { name: cookieName(context.config), value };
    },

    async plantChat({ companyId, client, messages, handler }) {
      const company = find(companyId);
      await inCompany(context, { kind: "desk", companyId }, async (scope) => {
        let ticket = await openTicket(scope, {
          channelId: company.channel.id,
          departmentId: company.departments.bookings.id,
          client: client.name,
          externalId: String(client.id),
          handlerId: handler && company.agents[handler].id,
        });
        for (const content of messages) {
          const appended = await appendMessage(scope, ticket, { type: "text", is_agent: false, content });
          if (!appended) throw new Error("A message with this id is there already");
          ticket = appended.ticket;
        }
      });
    },

    async allowTakingOver(companyId) {
      await inCompany(context, { kind: "desk", companyId }, async ({ db, now }) => {
        await db
          .updateTable("company")
          .set({ take_over_minutes: 1 })
          .where("company_id", "=", companyId)
          .execute();
        await db
          .updateTable("agent")
          .set({ created_on: new Date(now.getTime() - 120_000) })
          .where("company_id", "=", companyId)
          .execute();
      });
    },

    async createNumber(name) {
      const { number, token, app } = new WhatsAppControl(network).createNumber({ name });
      // The address that an operator enters at the provider.
      app.callbackUrl = `${context.config.publicUrl}/webhooks/whatsapp`;
      return { token, wabaId: number.wabaId, numberId: number.id };
    },

    async approveTemplates(wabaId) {
      for (const template of officeOf(network).templates.values())
        if (template.wabaId === wabaId) await review(network, template.id, { status: "APPROVED" });
    },

    async receiveMail(companyId, raw) {
      const known = mailboxes.get(companyId) ?? (await connectMailbox(companyId));
      mailboxes.set(companyId, known);
      await receiveMail(context, known, {
        raw: Buffer.from(raw.replace("{account}", known.externalId)),
        receivedOn: context.clock(),
        cursor: null,
      });
    },
  };
}
