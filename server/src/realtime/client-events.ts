import type { Ability } from "@parley/contract/abilities";
import { type Ack, type ClientEventName, clientEvents } from "@parley/contract/events";
import type { z } from "zod";
import { rooms } from "../actors/rooms.ts";
import { markReadAtProvider } from "../channels/read-marks.ts";
import { showTyping } from "../channels/typing.ts";
import type { Context } from "../context.ts";
import { type AgentActor, inCompany, type Scope } from "../database/scope.ts";
import { invalidFields } from "../errors.ts";
import { refusalOf } from "../http/error-handler.ts";
import { markPrivateSeen } from "../private-chat/read.ts";
import { accessTicket, checkAbility } from "../ticket/access.ts";
import { markSeen } from "../tickets/seen.ts";
import type { LiveSocket } from "./sockets.ts";

type Payload<Name extends ClientEventName> = z.output<(typeof clientEvents)[Name]>;

/** One unit of work with the agent's rights as of its beginning. */
type Work = <Answer>(run: (scope: Scope<AgentActor>) => Promise<Answer>) => Promise<Answer>;

type From = { context: Context; socket: LiveSocket; work: Work };
type Handlers = {
  [Name in ClientEventName]: {
    needs: Ability;
    act(payload: Payload<Name>, from: From): Promise<void>;
  };
};

const viewOf = ({ socket }: From, ticketid: string) =>
  rooms.ticketView(socket.data.identity.actor.companyId, ticketid);

/** One table for all sockets: listeners of its own would be a tenth of an idle connection's memory. */
const handlers: Handlers = {
  openTicket: {
    needs: "readTickets",
    async act({ ticketid }, from) {
      const { socket, work } = from;
      const look = () => work((scope) => accessTicket(scope, ticketid, "see"));
      const { id } = await look();
      await socket.join(viewOf(from, id));
      // Re-check after the join: access may have been revoked meanwhile.
      await look().catch(async (error: unknown) => {
        await socket.leave(viewOf(from, id));
        throw error;
      });
    },
  },
  closeView: {
    needs: "readTickets",
    async act({ ticketid }, from) {
      await from.socket.leave(viewOf(from, ticketid));
    },
  },
  typing: {
    needs: "answerTickets",
    async act({ ticketid }, from) {
      const { context, socket, work } = from;
      const { actor } = socket.data.identity;
      // Not accessTicket(…, "reply"): that locks the ticket, and typing must not delay a message.
      const ticket = await work(async (scope) => {
        const seen = await accessTicket(scope, ticketid, "see");
        await checkAbility(scope, seen, "reply");
        return seen;
      });
      void showTyping(context, ticket, actor.name);
      socket.to(viewOf(from, ticketid)).emit("typing", { ticketid, who: "agent", name: actor.name });
    },
  },
  seen: {
    needs: "readTickets",
    async act({ ticketid, seq }, { context, work }) {
      const seen = await work((scope) => markSeen(scope, ticketid, seq));
      if (seen) void markReadAtProvider(context, seen);
    },
  },
  seenPrivate: {
    needs: "messageColleagues",
    act: ({ userid, seq }, { work }) => work((scope) => markPrivateSeen(scope, userid, seq)),
  },
};

const isKnown = (name: string): name is ClientEventName => Object.hasOwn(handlers, name);

/** Events from a console's socket: each is validated, authorised and acknowledged. */
export function registerClientEvents(context: Context, socket: LiveSocket): void {
  socket.onAny(async (name: string, payload: unknown, ack: unknown) => {
    if (!isKnown(name)) return;
    const answer: Ack = typeof ack === "function" ? (ack as Ack) : () => undefined;
    try {
      await handle(context, socket, name, payload);
      answer({ ok: true });
    } catch (error) {
      answer(refuse(context, name, error));
    }
  });
}

async function handle<Name extends ClientEventName>(
  context: Context,
  socket: LiveSocket,
  name: Name,
  payload: unknown,
): Promise<void> {
  const { needs, act } = handlers[name];
  const parsed = clientEvents[name].safeParse(payload);
  if (!parsed.success) throw invalidFields(parsed.error.issues, (_field, message) => message);
  const work: Work = (run) => {
    const { by, identity } = socket.data;
    return inCompany(context, by.callerOf(identity, { needs, beforeTwoStep: false }), run);
  };
  await act(parsed.data as Payload<Name>, { context, socket, work });
}

function refuse(context: Context, event: ClientEventName, error: unknown): Parameters<Ack>[0] {
  const { status, code, message } = refusalOf(error);
  if (status >= 500) context.log.error({ err: error, event }, "A socket's event failed");
  return { ok: false, code, message };
}
