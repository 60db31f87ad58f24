/** Handles the events that a console sends over its socket. */

import { markReadAtProvider } from "../channels/outbound/read-marks.ts";
import { showTyping } from "../channels/outbound/typing.ts";
import { rooms } from "../floor/actors/rooms.ts";
import type { ClientEventHandlers, From } from "../http/live/client-events.ts";
import { markPrivateSeen } from "../support/private-chat/read.ts";
import { accessTicket, checkAbility } from "../support/ticket/access.ts";
import { markSeen } from "../support/tickets/seen.ts";

const viewOf = ({ socket }: From, ticketid: string) =>
  rooms.ticketView(socket.data.identity.actor.companyId, ticketid);

/** All sockets share one table: separate listeners would be a tenth of an idle connection's memory. */
export const clientEventHandlers: ClientEventHandlers = {
  openTicket: {
    needs: "readTickets",
    async act({ ticketid }, from) {
      const { context, socket, work } = from;
      const look = () => work((scope) => accessTicket(scope, ticketid, "see"));
      const { id } = await look();
      await socket.join(viewOf(from, id));
      // Re-check after the join: access may have been revoked meanwhile.
      await look().catch(async (error: unknown) => {
        await socket.leave(viewOf(from, id));
        throw error;
      });
      context.live.viewers.opened(socket, viewOf(from, id), id);
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
    async act({ ticketid, writes }, from) {
      const { context, socket, work } = from;
      const { viewers } = context.live;
      const room = viewOf(from, ticketid);
      if (writes === "nothing") return viewers.writes(socket, room, null);
      const { actor } = socket.data.identity;
      // accessTicket(…, "reply") would lock the ticket, and typing must not delay a message.
      const ticket = await work(async (scope) => {
        const seen = await accessTicket(scope, ticketid, "see");
        if (writes === "reply") await checkAbility(scope, seen, "reply");
        return seen;
      });
      viewers.writes(socket, room, writes);
      if (writes === "note") return;
      void showTyping(context, ticket, actor.name);
      socket.to(room).emit("typing", { ticketid, who: "agent", name: actor.name });
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
