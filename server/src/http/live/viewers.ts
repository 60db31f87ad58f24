/**
 * The agents who have a ticket on screen, and what they write. Each process knows its own sockets and tells the
 * others of them; a process that misses such an entry cuts its sockets (`gaps.ts`), which open their tickets again.
 */
import type { Viewer, Writing } from "@parley/contract/events";
import { limits } from "@parley/contract/limits";
import type { Room } from "../../floor/actors/rooms.ts";
import type { LiveServer } from "./publish.ts";
import type { LiveSocket } from "./sockets.ts";

/** A process tells the others of its own viewers. `asks`: it knows nothing of theirs yet. */
export type ViewersSignal = { kind: "viewers"; from: string; room: Room; viewers: Viewer[]; asks: boolean };

type Tab = Viewer & { until: number };
type Shown = {
  room: Room;
  ticketid: string;
  tabs: Map<string, Tab>;
  elsewhere: Map<string, Viewer[]>;
  /** Something of this process's own tabs is not told to the others yet. */
  untold: boolean;
  asks: boolean;
  publishedAt: number;
  timer?: NodeJS.Timeout;
};

/** Milliseconds in which changes are gathered, and between two events of a ticket. */
const gather = 50;
const apart = 1_000;

export type Viewers = ReturnType<typeof createViewers>;

/** `tell` sends a signal to the other processes; null where there are none. */
type Others = { here: Room; tell: ((signal: ViewersSignal) => void) | null };

export function createViewers(server: LiveServer, { here, tell }: Others) {
  const tickets = new Map<Room, Shown>();
  server.of("/").adapter.on("leave-room", (room: Room, socketId: string) => {
    const shown = tickets.get(room);
    if (shown?.tabs.delete(socketId)) changed(shown);
  });

  return {
    hear,
    /** The socket is in the ticket's room. */
    opened(socket: LiveSocket, room: Room, ticketid: string): void {
      // It may have left while its right was checked.
      if (!socket.rooms.has(room)) return;
      const { id: userid, name: user_name } = socket.data.identity.actor;
      const shown = tickets.get(room) ?? begin(room, ticketid);
      shown.tabs.set(socket.id, { userid, user_name, writes: null, until: 0 });
      changed(shown);
    },
    writes(socket: LiveSocket, room: Room, what: Writing | null): void {
      const shown = tickets.get(room);
      const tab = shown?.tabs.get(socket.id);
      if (!shown || !tab) return;
      tab.until = performance.now() + limits.typingExpires;
      if (tab.writes === what) return;
      tab.writes = what;
      changed(shown);
    },
    close(): void {
      for (const { timer } of tickets.values()) clearTimeout(timer);
      tickets.clear();
    },
  };

  function begin(room: Room, ticketid: string): Shown {
    const shown: Shown = {
      room,
      ticketid,
      tabs: new Map(),
      elsewhere: new Map(),
      untold: false,
      asks: true,
      publishedAt: Number.NEGATIVE_INFINITY,
    };
    tickets.set(room, shown);
    return shown;
  }

  function hear({ from, room, viewers, asks }: ViewersSignal): void {
    const shown = tickets.get(room);
    if (!shown) return;
    shown.elsewhere.set(from, viewers);
    if (asks) shown.untold = true;
    schedule(shown, gather);
  }

  function changed(shown: Shown): void {
    shown.untold = true;
    schedule(shown, gather);
  }

  function schedule(shown: Shown, wait: number): void {
    clearTimeout(shown.timer);
    const pause = shown.publishedAt + apart - performance.now();
    // A timer counts whole milliseconds, and one that ends before its time would find nothing expired.
    shown.timer = setTimeout(() => publish(shown), Math.ceil(Math.max(wait, pause)) + 1);
    shown.timer.unref();
  }

  function publish(shown: Shown): void {
    const { room, ticketid, tabs } = shown;
    shown.publishedAt = performance.now();
    expire(shown);
    const own = byAgent([...tabs.values()]);
    if (shown.untold) tell?.({ kind: "viewers", from: here, room, viewers: own, asks: shown.asks });
    shown.untold = false;
    shown.asks = false;
    if (tabs.size === 0) {
      tickets.delete(room);
      return;
    }
    const all = byAgent([...own, ...[...shown.elsewhere.values()].flat()]);
    const viewers = all.slice(0, limits.viewersShown);
    server.local.to(room).emit("ticketViewers", { ticketid, total: all.length, viewers });
    const next = Math.min(...[...tabs.values()].flatMap(({ writes, until }) => (writes ? until : [])));
    if (Number.isFinite(next)) schedule(shown, next - performance.now());
  }
}

/** A console says every three seconds that its agent goes on writing. */
function expire(shown: Shown): void {
  for (const tab of shown.tabs.values()) {
    if (!tab.writes || tab.until > performance.now()) continue;
    tab.writes = null;
    shown.untold = true;
  }
}

/** One entry for all tabs of an agent, in the same order everywhere. */
function byAgent(tabs: Viewer[]): Viewer[] {
  const agents = new Map<string, Viewer>();
  for (const { userid, user_name, writes } of tabs) {
    agents.set(userid, { userid, user_name, writes: writes ?? agents.get(userid)?.writes ?? null });
  }
  const place = ({ writes, user_name, userid }: Viewer) => `${writes ? 0 : 1} ${user_name} ${userid}`;
  return [...agents.values()].sort((a, b) => (place(a) < place(b) ? -1 : 1));
}
