/** A hand-made live connection: Engine.IO packets over a WebSocket, with Socket.IO packets in them. */
import WebSocket from "ws";

export type RawSocket = {
  send(text: string): void;
  /** Emits an event and returns the desk's acknowledgement; null without one within a second. */
  emit(event: string, payload: unknown): Promise<unknown>;
  /** All received packets. */
  received: string[];
  isClosed(): boolean;
  close(): void;
};

type Headers = Record<string, string>;

/** Connects and asks to be let in as a console does. Null when the desk refuses either. */
export async function openSocket(url: string, headers: Headers): Promise<RawSocket | null> {
  const socket = await openEngine(url, headers);
  if (!socket) return null;
  const admitted = await new Promise<boolean>((resolve) => {
    const look = setInterval(() => {
      const answer = socket.received.find((text) => text.startsWith("40") || text.startsWith("44"));
      if (answer === undefined && !socket.isClosed() && Date.now() < until) return;
      clearInterval(look);
      resolve(answer?.startsWith("40") ?? false);
    }, 5);
    const until = Date.now() + 3000;
    socket.send("40");
  });
  if (admitted) return socket;
  socket.close();
  return null;
}

/** The connection alone, before it asks to be let in. Null when the handshake is refused. */
export function openEngine(
  url: string,
  headers: Headers,
  /** A loopback address, so that one machine stands for many networks. */
  { path = "/socket.io/", from = "127.0.0.1" } = {},
): Promise<RawSocket | null> {
  const address = `${url.replace("http", "ws")}${path}?EIO=4&transport=websocket`;
  const socket = new WebSocket(address, { headers, handshakeTimeout: 5000, localAddress: from });
  const received: string[] = [];
  const acks = new Map<number, (answer: unknown) => void>();
  let lastAck = 0;
  socket.on("message", (data) => {
    const text = String(data);
    if (text === "2") socket.send("3");
    else received.push(text);
    const [, id, body] = /^43(\d+)(.*)$/s.exec(text) ?? [];
    if (id && body) acks.get(Number(id))?.((JSON.parse(body) as unknown[])[0]);
  });
  const raw: RawSocket = {
    received,
    send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text),
    emit(event, payload) {
      lastAck += 1;
      const id = lastAck;
      return new Promise((resolve) => {
        const timer = setTimeout(() => resolve(null), 1000);
        acks.set(id, (answer) => {
          clearTimeout(timer);
          resolve(answer);
        });
        raw.send(`42${id}${JSON.stringify([event, payload])}`);
      });
    },
    isClosed: () => socket.readyState === WebSocket.CLOSED || socket.readyState === WebSocket.CLOSING,
    close: () => socket.terminate(),
  };
  return new Promise((resolve) => {
    socket.once("open", () => resolve(raw));
    // A refused handshake and a reset are errors of a WebSocket.
    socket.on("error", () => resolve(null));
  });
}
