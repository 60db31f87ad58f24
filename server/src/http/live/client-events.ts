import type { Ability } from "@parley/contract/abilities";
import { type Ack, type ClientEventName, clientEvents } from "@parley/contract/events";
import type { z } from "zod";
import type { Context } from "../../floor/context.ts";
import { type AgentActor, inCompany, type Scope } from "../../floor/database/scope.ts";
import { invalidFields } from "../../floor/errors/errors.ts";
import { refusalOf } from "../error-handler.ts";
import type { LiveSocket } from "./sockets.ts";

type Payload<Name extends ClientEventName> = z.output<(typeof clientEvents)[Name]>;

/** One unit of work with the agent's rights as of its beginning. */
type Work = <Answer>(run: (scope: Scope<AgentActor>) => Promise<Answer>) => Promise<Answer>;

export type From = { context: Context; socket: LiveSocket; work: Work };
/** The handlers of each event: the composition root names them (`app/client-events.ts`). */
export type ClientEventHandlers = {
  [Name in ClientEventName]: {
    needs: Ability;
    act(payload: Payload<Name>, from: From): Promise<void>;
  };
};

const isKnown = (name: string): name is ClientEventName => Object.hasOwn(clientEvents, name);

/** Registers the events of a console's socket: each is validated, authorised and acknowledged. */
export function registerClientEvents(
  context: Context,
  socket: LiveSocket,
  handlers: ClientEventHandlers,
): void {
  socket.onAny(async (name: string, payload: unknown, ack: unknown) => {
    if (!isKnown(name)) return;
    const answer: Ack = typeof ack === "function" ? (ack as Ack) : () => undefined;
    try {
      await handle({ context, socket, handlers }, name, payload);
      answer({ ok: true });
    } catch (error) {
      answer(refuse(context, name, error));
    }
  });
}

async function handle<Name extends ClientEventName>(
  { context, socket, handlers }: Pick<From, "context" | "socket"> & { handlers: ClientEventHandlers },
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
