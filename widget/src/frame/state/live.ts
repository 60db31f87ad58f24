/** The live connection of a visitor whom the desk knows. */
import type {
  ServerToVisitor,
  VisitorConversation,
  VisitorMessage,
  VisitorToServer,
} from "@parley/contract/visitors";
import { io, type Socket } from "socket.io-client";
import { key } from "../address.ts";
import { currentToken } from "../token.ts";

export type Live = ReturnType<typeof connect>;

type Uses = {
  connected: () => void;
  disconnected: () => void;
  message: (conversation: VisitorConversation, message: VisitorMessage, isNew: boolean) => void;
  conversation: (conversation: VisitorConversation) => void;
  typing: (conversation: string, name: string) => void;
  settingsChanged: () => void;
  ended: () => void;
  /** Asks whether the desk still knows the token. */
  check: () => void;
};

const ackWithin = 10_000;
/**
 * Milliseconds between tries after the desk refused or closed the connection, which socket.io does not open again; the
 * last one repeats.
 */
const pauses = [1_000, 5_000, 15_000, 60_000];

export function connect(uses: Uses) {
  const socket: Socket<ServerToVisitor, VisitorToServer> = io({
    path: "/visitor.io",
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 30_000,
    auth: (send) => send({ key, token: currentToken() }),
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  socket.on("connect", () => {
    tries = 0;
    uses.connected();
  });
  socket.on("connect_error", lost);
  socket.on("disconnect", lost);
  socket.on("message", ({ conversation, message }) => uses.message(conversation, message, true));
  socket.on("messageChanged", ({ conversation, message }) => uses.message(conversation, message, false));
  socket.on("conversation", uses.conversation);
  socket.on("typing", ({ conversation, name }) => uses.typing(conversation, name));
  socket.on("widget", uses.settingsChanged);
  socket.on("visitorEnded", uses.ended);

  // Ends a pause between tries, and a try under way: socket.io does not notice that its engine closes, and would wait
  // 20 s. It closes an open connection itself when the network goes.
  const openAnew = () => {
    if (!socket.connected && socket.active) socket.disconnect().connect();
  };
  addEventListener("offline", openAnew);
  addEventListener("online", openAnew);

  function lost() {
    uses.disconnected();
    // The connection is already being opened again.
    if (socket.active) return;
    clearTimeout(timer);
    const pause = pauses[Math.min(tries++, pauses.length - 1)] ?? 0;
    timer = setTimeout(() => {
      // A call finds out that a token has ended, and this connection is closed for good.
      uses.check();
      socket.connect();
    }, pause);
  }

  return {
    typing(conversation: string) {
      socket.volatile.timeout(ackWithin).emit("typing", { conversation }, () => undefined);
    },
    /** A typing sign need not be sent reliably: the next message or connection repeats it. */
    delivered(conversation: string, seq: number) {
      if (socket.connected)
        socket.timeout(ackWithin).emit("delivered", { conversation, seq }, () => undefined);
    },
    /** @returns true if it could be sent. */
    seen(conversation: string, seq: number): boolean {
      if (socket.connected) socket.timeout(ackWithin).emit("seen", { conversation, seq }, () => undefined);
      return socket.connected;
    },
    close() {
      removeEventListener("offline", openAnew);
      removeEventListener("online", openAnew);
      socket.off();
      clearTimeout(timer);
      socket.disconnect();
    },
  };
}
