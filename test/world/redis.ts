/**
 * The part of Redis that carries events between processes: a stream that is appended to and read, and channels. Speaks
 * RESP2 (redis.io/docs/latest/develop/reference/protocol-spec) on its own port, which it keeps when it restarts.
 */
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

export type RedisStandIn = {
  url: string;
  /** Drops every connection and forgets everything, as a kill would without persistence. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Answers writes as Redis does without free memory. */
  refuseWrites(refuses: boolean): void;
  /** Accepts the next write with this text, and forgets it at once. */
  lose(text: string): void;
};

type Entry = { id: number; fields: string[] };
type Reader = { after: number; answer(entries: Entry[]): void };

export async function startRedis(): Promise<RedisStandIn> {
  let entries: Entry[] = [];
  const readers = new Set<Reader>();
  const sockets = new Set<Socket>();
  let subscribers: { channel: string; socket: Socket }[] = [];
  let server: Server;
  let port = 0;
  let refusing = false;
  let losing: string | null = null;
  // Ids by the time, as in Redis: a stream that was forgotten goes on with larger ones.
  let lastId = Date.now() * 1000;

  const commands: Record<string, (socket: Socket, args: string[]) => string | undefined> = {
    INFO: () => bulk("redis_version:7.4.0\r\nloading:0\r\n"),
    XADD(_socket, args) {
      if (refusing) return "-OOM command not allowed when used memory > 'maxmemory'.\r\n";
      lastId += 1;
      if (losing !== null && args.join().includes(losing)) {
        losing = null;
        return bulk(`${lastId}-0`);
      }
      entries.push({ id: lastId, fields: args.slice(args.indexOf("*") + 1) });
      for (const reader of readers) reader.answer(entries.filter(({ id }) => id > reader.after));
      return bulk(`${lastId}-0`);
    },
    XREAD(socket, args) {
      const name = args.at(-2) ?? "";
      const from = args.at(-1) ?? "$";
      const after = from === "$" ? lastId : Number.parseInt(from, 10);
      const known = entries.filter(({ id }) => id > after);
      if (known.length > 0) return stream(name, known);
      const reader: Reader = {
        after,
        answer(found) {
          readers.delete(reader);
          socket.write(stream(name, found));
        },
      };
      readers.add(reader);
      socket.once("close", () => readers.delete(reader));
      return undefined;
    },
    SUBSCRIBE(socket, channels) {
      for (const channel of channels) subscribers.push({ channel, socket });
      return channels
        .map((channel, at) => array([bulk("subscribe"), bulk(channel), `:${at + 1}\r\n`]))
        .join("");
    },
    PUBLISH(_socket, [to = "", text = ""]) {
      if (refusing) return "-OOM command not allowed when used memory > 'maxmemory'.\r\n";
      const reached = subscribers.filter(({ channel, socket }) => channel === to && !socket.destroyed);
      for (const { socket } of reached)
        socket.write(array([bulk("message"), bulk(to), bulk(text)]), "latin1");
      return `:${reached.length}\r\n`;
    },
  };

  const redis: RedisStandIn = {
    url: "",
    refuseWrites(refuses) {
      refusing = refuses;
    },
    lose(text) {
      losing = text;
    },
    async start() {
      server = createServer((socket) => {
        sockets.add(socket);
        socket.setMaxListeners(0);
        let pending = "";
        socket.on("error", () => socket.destroy());
        socket.on("close", () => sockets.delete(socket));
        socket.setEncoding("latin1").on("data", (text: string) => {
          const read = readCommands(pending + text);
          pending = read.rest;
          for (const [name = "", ...args] of read.commands) {
            const answer = commands[name.toUpperCase()]?.(socket, args);
            if (answer !== undefined) socket.write(answer, "latin1");
            else if (!commands[name.toUpperCase()]) socket.write("+OK\r\n");
          }
        });
      });
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
      port = (server.address() as { port: number }).port;
      redis.url = `redis://127.0.0.1:${port}`;
    },
    async stop() {
      entries = [];
      subscribers = [];
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
  await redis.start();
  return redis;
}

const bulk = (text: string) => `$${text.length}\r\n${text}\r\n`;
const array = (items: string[]) => `*${items.length}\r\n${items.join("")}`;
const stream = (name: string, entries: Entry[]) =>
  array([
    array([
      bulk(name),
      array(entries.map(({ id, fields }) => array([bulk(`${id}-0`), array(fields.map(bulk))]))),
    ]),
  ]);

/** Commands are arrays of bulk strings; an incomplete one is the rest. */
function readCommands(text: string): { commands: string[][]; rest: string } {
  const commands: string[][] = [];
  let at = 0;
  for (;;) {
    const command = readCommand(text, at);
    if (!command) return { commands, rest: text.slice(at) };
    commands.push(command.words);
    at = command.end;
  }
}

function readCommand(text: string, from: number): { words: string[]; end: number } | null {
  const number = (at: number) => {
    const end = text.indexOf("\r\n", at);
    return end < 0 ? null : { value: Number(text.slice(at + 1, end)), end: end + 2 };
  };
  const count = number(from);
  if (!count) return null;
  const words: string[] = [];
  let at = count.end;
  while (words.length < count.value) {
    const length = number(at);
    if (!length || text.length < length.end + length.value + 2) return null;
    words.push(text.slice(length.end, length.end + length.value));
    at = length.end + length.value + 2;
  }
  return { words, end: at };
}
