import { type Ack, type ClientEventName, clientEvents } from "@parley/contract/events";
import type { z } from "zod";
import type { Context } from "../context.ts";
import { type AgentActor, inCompany, type Scope } from "../database/scope.ts";
import { refusalOf } from "../http/error-handler.ts";
import { invalid } from "../http/errors.ts";
import { accessTicket } from "../tickets/access.ts";
import { markSeen } from "../tickets/seen.ts";
import { rooms } from "./rooms.ts";
import type { LiveSocket } from "./sockets.ts";

type Payload<Name extends ClientEventName> = z.output<(typeof clientEvents)[Name]>;

/** What a console says over its socket: each checked for its shape and for the right to it, each acknowledged. */
export function hearClient(context: Context, socket: LiveSocket): void {
  const { actor } = socket.data;
  const view = (ticketid: string) => rooms.ticketView(actor.companyId, ticketid);

  on("openTicket", async (scope, { ticketid }) => {
    await accessTicket(scope, ticketid, "see");
    await socket.join(view(ticketid));
  });
  on("closeView", async (_scope, { ticketid }) => {
    await socket.leave(view(ticketid));
  });
  on("typing", async (scope, { ticketid }) => {
    await accessTicket(scope, ticketid, "reply");
    socket.to(view(ticketid)).emit("typing", { ticketid, who: "agent", name: actor.name });
  });
  on("seen", (scope, { ticketid, seq }) => markSeen(scope, ticketid, seq));

  function on<Name extends ClientEventName>(
    name: Name,
    work: (scope: Scope<AgentActor>, payload: Payload<Name>) => Promise<void>,
  ) {
    const listener = async (payload: unknown, ack: unknown) => {
      const answer: Ack = typeof ack === "function" ? (ack as Ack) : () => undefined;
      try {
        const parsed = clientEvents[name].safeParse(payload);
        if (!parsed.success) throw invalid(parsed.error.issues.map(({ message }) => message));
        await inCompany(context, actor, (scope) => work(scope, parsed.data as Payload<Name>));
        answer({ ok: true });
      } catch (error) {
        answer(refuse(error));
      }
    };
    socket.on(name, listener as never);
  }

  function refuse(error: unknown): Parameters<Ack>[0] {
    const refusal = refusalOf(error);
    if (!refusal) context.log.error({ err: error }, "unexpected error on a socket");
    return {
      ok: false,
      code: refusal?.code ?? "unexpected",
      message: refusal?.message ?? "An unexpected error occurred.",
    };
  }
}
