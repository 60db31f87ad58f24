import { type Ack, type ClientEventName, clientEvents } from "@parley/contract/events";
import type { z } from "zod";
import { callerOf } from "../auth/session.ts";
import { showTyping } from "../channels/typing.ts";
import type { Context } from "../context.ts";
import { type AgentActor, inCompany, type Scope } from "../database/scope.ts";
import { refusalOf } from "../http/error-handler.ts";
import { invalid } from "../http/errors.ts";
import { markPrivateSeen } from "../private-chat/read.ts";
import { accessTicket, checkAbility } from "../tickets/access.ts";
import { markSeen } from "../tickets/seen.ts";
import { rooms } from "./rooms.ts";
import type { LiveSocket } from "./sockets.ts";

type Payload<Name extends ClientEventName> = z.output<(typeof clientEvents)[Name]>;

/** What a console says over its socket: each checked for its shape and for the right to it, each acknowledged. */
export function hearClient(context: Context, socket: LiveSocket): void {
  const { actor } = socket.data;
  const view = (ticketid: string) => rooms.ticketView(actor.companyId, ticketid);
  const work = <Answer>(run: (scope: Scope<AgentActor>) => Promise<Answer>) =>
    inCompany(context, callerOf(socket.data.session), run);

  hear("openTicket", async ({ ticketid }) => {
    const look = () => work((scope) => accessTicket(scope, ticketid, "see"));
    const { id } = await look();
    await socket.join(view(id));
    // Who lost sight of it between the look and the joining was told to leave a room this socket was not in yet.
    await look().catch(async (error: unknown) => {
      await socket.leave(view(id));
      throw error;
    });
  });
  hear("closeView", async ({ ticketid }) => {
    await socket.leave(view(ticketid));
  });
  hear("typing", async ({ ticketid }) => {
    // Not accessTicket(…, "reply"): that locks the ticket, and typing shall not hold up a message.
    const ticket = await work(async (scope) => {
      const seen = await accessTicket(scope, ticketid, "see");
      await checkAbility(scope, seen, "reply");
      return seen;
    });
    void showTyping(context, ticket);
    socket.to(view(ticketid)).emit("typing", { ticketid, who: "agent", name: actor.name });
  });
  hear("seen", ({ ticketid, seq }) => work((scope) => markSeen(scope, ticketid, seq)));
  hear("seenPrivate", ({ userid, seq }) => work((scope) => markPrivateSeen(scope, userid, seq)));

  function hear<Name extends ClientEventName>(name: Name, act: (payload: Payload<Name>) => Promise<void>) {
    const listener = async (payload: unknown, ack: unknown) => {
      const answer: Ack = typeof ack === "function" ? (ack as Ack) : () => undefined;
      try {
        const parsed = clientEvents[name].safeParse(payload);
        if (!parsed.success) throw invalid(parsed.error.issues.map(({ message }) => message));
        await act(parsed.data as Payload<Name>);
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
