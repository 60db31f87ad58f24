import { connect, type Socket } from "node:net";

export type RawCall = {
  socket: Socket;
  /** All bytes until the server closed the connection. */
  answer: Promise<string>;
};

/** A hand-made call: its headers are sent, the caller writes its body. The server closes after the answer. */
export function rawCall(
  port: number,
  {
    method = "POST",
    path,
    headers,
    from = "127.0.0.1",
  }: { method?: string; path: string; headers: Record<string, string>; from?: string },
): RawCall {
  const socket = connect({ port, host: "127.0.0.1", localAddress: from });
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
  });
  const answer = new Promise<string>((resolve) => {
    // A server that closes with much under way resets the connection, which carries no further information.
    socket.on("error", () => undefined).once("close", () => resolve(text));
  });
  const all = { host: "localhost", connection: "close", ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
  return { socket, answer };
}

export const statusOf = (answer: string) => Number(answer.split(" ")[1]);
