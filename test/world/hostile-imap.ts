/** An IMAP server that accepts everyone and then breaks the protocol, like one that a company might connect. */
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";

/** `endless`: endless lines instead of an answer to SELECT. The others concern the one mail of the folder. */
export type Conduct = "good" | "endless" | "news" | "numbers" | "line" | "literal" | "drips" | "silent";

export type HostileImap = {
  port: number;
  conduct: Conduct;
  /** The stated size of the mail in bytes. */
  stated: number;
  /** The mail that a good server hands over. */
  mail: string;
  /** The number of times it behaved as ordered. */
  readonly fulfilled: number;
  /** The number of open connections. */
  readonly connections: number;
  /** The number of bytes read from it. */
  readonly written: number;
  close(): Promise<void>;
};

const dripEvery = 500;

export async function startHostileImap(conduct: Conduct = "good", stated = 100): Promise<HostileImap> {
  const sockets = new Set<Socket>();
  const state = { conduct, stated, mail: "Subject: Hi\r\n\r\nHi", fulfilled: 0, written: 0 };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    serve(socket, state);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(state, {
    port: (server.address() as { port: number }).port,
    get connections() {
      return sockets.size;
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  });
}

type State = { conduct: Conduct; stated: number; mail: string; fulfilled: number; written: number };

function serve(socket: Socket, state: State): void {
  const write = (text: string) => {
    state.written += text.length;
    return socket.write(text);
  };
  write("* OK [CAPABILITY IMAP4rev1 SASL-IR IDLE] Ready\r\n");
  let idling = "";
  const lines = createInterface({ input: socket });
  // The server repeats the errors of its socket.
  lines.on("error", () => undefined);
  lines.on("line", (line) => {
    const [tag = "", first = "", second = ""] = line.split(" ");
    const command = first.toUpperCase() === "UID" ? second.toUpperCase() : first.toUpperCase();
    if (line === "DONE") write(`${idling} OK\r\n`);
    else if (command === "IDLE") {
      idling = tag;
      write("+ idling\r\n");
      if (state.conduct === "news") flood(socket, state, "* 5 EXISTS\r\n* 5 RECENT\r\n".repeat(1000));
    } else if (["SELECT", "EXAMINE"].includes(command)) select(socket, state, tag, write);
    else if (command === "SEARCH") search(socket, state, tag, write);
    else if (command === "FETCH") fetch(socket, state, tag, line, write);
    else write(`${answers[command] ?? ""}${tag} OK\r\n`);
  });
}

const answers: Record<string, string> = {
  CAPABILITY: "* CAPABILITY IMAP4rev1 SASL-IR IDLE\r\n",
  LIST: '* LIST () "/" INBOX\r\n',
  LOGOUT: "* BYE\r\n",
};

type Write = (text: string) => boolean;

function select(socket: Socket, state: State, tag: string, write: Write): void {
  if (state.conduct === "endless") flood(socket, state, "* 5 EXISTS\r\n".repeat(5000));
  else if (state.conduct !== "silent")
    write(`* 1 EXISTS\r\n* OK [UIDVALIDITY 1]\r\n* OK [UIDNEXT 2]\r\n${tag} OK [READ-ONLY]\r\n`);
}

function search(socket: Socket, state: State, tag: string, write: Write): void {
  if (state.conduct === "line") flood(socket, state, "x".repeat(65_536));
  else if (state.conduct === "numbers") {
    write("* SEARCH");
    flood(socket, state, " 1000000001".repeat(5000));
  } else write(`* SEARCH 1\r\n${tag} OK\r\n`);
}

function fetch(socket: Socket, state: State, tag: string, line: string, write: Write): void {
  if (!line.includes("BODY")) {
    const date = '"01-Jan-2026 10:00:00 +0000"';
    write(`* 1 FETCH (UID 1 RFC822.SIZE ${state.stated} INTERNALDATE ${date})\r\n${tag} OK\r\n`);
    return;
  }
  const whole = 66 * 2 ** 20;
  const literal = (bytes: number) => `* 1 FETCH (UID 1 BODY[]<0> {${bytes}}\r\n`;
  if (state.conduct === "literal") {
    write(literal(whole));
    flood(socket, state, "x".repeat(65_536), whole - 1);
  } else if (state.conduct === "drips") {
    write(literal(Math.min(state.stated, 200_000)));
    state.fulfilled += 1;
    const timer = setInterval(() => write("x"), dripEvery);
    socket.once("close", () => clearInterval(timer));
  } else write(`${literal(state.mail.length)}${state.mail})\r\n${tag} OK\r\n`);
}

/** Writes as fast as the other side reads, until that ends. */
function flood(socket: Socket, state: State, text: string, most = Number.POSITIVE_INFINITY): void {
  state.fulfilled += 1;
  let left = most;
  const more = () => {
    while (left > 0 && !socket.destroyed) {
      left -= text.length;
      state.written += text.length;
      if (!socket.write(text)) return;
    }
  };
  socket.on("drain", more);
  more();
}
