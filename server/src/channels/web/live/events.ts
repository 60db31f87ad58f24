/** Events from a visitor's frame: each is validated, bound to the visitor and acknowledged. */
import { type VisitorClientEventName, visitorClientEvents } from "@parley/contract/visitors";
import type { z } from "zod";
import { rooms } from "../../../floor/actors/rooms.ts";
import type { Context } from "../../../floor/context.ts";
import { Refusal } from "../../../floor/errors/errors.ts";
import { markArrived } from "../visitor/change.ts";
import { type Presented, presentedAt } from "../visitor/channel.ts";
import { accessConversation } from "../visitor/conversations.ts";
import { asVisitor } from "../visitor/session.ts";
import type { VisitorSocket } from "./server.ts";

type Payload<Name extends VisitorClientEventName> = z.output<(typeof visitorClientEvents)[Name]>;

export function registerVisitorEvents(context: Context, socket: VisitorSocket): void {
  const { key, tokenHash } = socket.data.session;
  /** Conversations that are known to be the visitor's. */
  const own = new Set<string>();

  on("typing", async ({ conversation }, presented) => {
    if (!own.has(conversation)) {
      await asVisitor(context, presented, (scope, session) =>
        accessConversation(scope, session, conversation),
      );
      own.add(conversation);
    }
    const { companyId, name } = socket.data.session;
    context.live.publish([
      {
        event: "typing",
        payload: { ticketid: conversation, who: "client", name },
        rooms: [rooms.ticketView(companyId, conversation)],
      },
    ]);
  });
  on("delivered", (payload, presented) =>
    asVisitor(context, presented, (scope, session) => markArrived(scope, session, payload, "delivered")),
  );
  on("seen", (payload, presented) =>
    asVisitor(context, presented, (scope, session) => markArrived(scope, session, payload, "read")),
  );

  function on<Name extends VisitorClientEventName>(
    name: Name,
    act: (payload: Payload<Name>, presented: Presented) => Promise<unknown>,
  ): void {
    const listener = async (payload: unknown, ack: unknown) => {
      const answer = typeof ack === "function" ? (ack as (given: object) => void) : () => undefined;
      try {
        const parsed = visitorClientEvents[name].safeParse(payload);
        if (!parsed.success) return answer({ ok: false, code: "invalid" });
        await act(
          parsed.data as Payload<Name>,
          await presentedAt(context, key, Buffer.from(tokenHash, "base64url")),
        );
        answer({ ok: true });
      } catch (error) {
        if (!(error instanceof Refusal))
          context.log.error({ err: error, event: name }, "A visitor's event failed");
        answer({ ok: false, code: error instanceof Refusal ? error.code : "unexpected" });
      }
    };
    socket.on(name, listener as never);
  }
}
