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
};

const ackWithin = 10_000;
/** After the desk closed the connection itself, which socket.io does not open again. */
const again = 5_000;

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
  socket.on("connect", uses.connected);
  socket.on("connect_error", () => uses.disconnected());
  socket.on("disconnect", (reason) => {
    uses.disconnected();
    if (reason === "io server disconnect") timer = setTimeout(() => socket.connect(), again);
  });
  socket.on("message", ({ conversation, message }) => uses.message(conversation, message, true));
  socket.on("messageChanged", ({ conversation, message }) => uses.message(conversation, message, false));
  socket.on("conversation", uses.conversation);
  socket.on("typing", ({ conversation, name }) => uses.typing(conversation, name));
  socket.on("widget", uses.settingsChanged);
  socket.on("visitorEnded", uses.ended);

  return {
    typing(conversation: string) {
      socket.volatile.timeout(ackWithin).emit("typing", { conversation }, () => undefined);
    },
    /** Counts on being repeated with the next message or connection. */
    delivered(conversation: string, seq: number) {
      if (socket.connected)
        socket.timeout(ackWithin).emit("delivered", { conversation, seq }, () => undefined);
    },
    /** @returns whether it could be sent. */
    seen(conversation: string, seq: number): boolean {
      if (socket.connected) socket.timeout(ackWithin).emit("seen", { conversation, seq }, () => undefined);
      return socket.connected;
    },
    close() {
      clearTimeout(timer);
      socket.disconnect();
    },
  };
}
