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

/** Events from a console's socket: each is validated, authorised and acknowledged. */
export function registerClientEvents(context: Context, socket: LiveSocket): void {
  const { actor } = socket.data.identity;
  const view = (ticketid: string) => rooms.ticketView(actor.companyId, ticketid);
  on("openTicket", "readTickets", async ({ ticketid }, work) => {
    const look = () => work((scope) => accessTicket(scope, ticketid, "see"));
    const { id } = await look();
    await socket.join(view(id));
    // Re-check after the join: access may have been revoked meanwhile.
    await look().catch(async (error: unknown) => {
      await socket.leave(view(id));
      throw error;
    });
  });
  on("closeView", "readTickets", async ({ ticketid }) => {
    await socket.leave(view(ticketid));
  });
  on("typing", "answerTickets", async ({ ticketid }, work) => {
    // Not accessTicket(…, "reply"): that locks the ticket, and typing must not delay a message.
    const ticket = await work(async (scope) => {
      const seen = await accessTicket(scope, ticketid, "see");
      await checkAbility(scope, seen, "reply");
      return seen;
    });
    void showTyping(context, ticket, actor.name);
    socket.to(view(ticketid)).emit("typing", { ticketid, who: "agent", name: actor.name });
  });
  on("seen", "readTickets", async ({ ticketid, seq }, work) => {
    const seen = await work((scope) => markSeen(scope, ticketid, seq));
    if (seen) void markReadAtProvider(context, seen);
  });
  on("seenPrivate", "messageColleagues", ({ userid, seq }, work) =>
    work((scope) => markPrivateSeen(scope, userid, seq)),
  );

  function on<Name extends ClientEventName>(
    name: Name,
    needs: Ability,
    act: (payload: Payload<Name>, work: Work) => Promise<void>,
  ) {
    const work: Work = (run) => {
      const { by, identity } = socket.data;
      return inCompany(context, by.callerOf(identity, { needs, beforeTwoStep: false }), run);
    };
    const listener = async (payload: unknown, ack: unknown) => {
      const answer: Ack = typeof ack === "function" ? (ack as Ack) : () => undefined;
      try {
        const parsed = clientEvents[name].safeParse(payload);
        if (!parsed.success) throw invalidFields(parsed.error.issues, (_field, message) => message);
        await act(parsed.data as Payload<Name>, work);
        answer({ ok: true });
      } catch (error) {
        answer(refuse(name, error));
      }
    };
    socket.on(name, listener as never);
  }

  function refuse(event: ClientEventName, error: unknown): Parameters<Ack>[0] {
    const { status, code, message } = refusalOf(error);
    if (status >= 500) context.log.error({ err: error, event }, "A socket's event failed");
    return { ok: false, code, message };
  }
}
