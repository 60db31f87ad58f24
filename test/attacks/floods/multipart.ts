/** Sends forms that grow endlessly: fields of a megabyte, headers of a part, one name many times. */
import { setTimeout as wait } from "node:timers/promises";
import { head, openLine } from "../raw.ts";
import type { FloodArgs, Flooded } from "../resources/attacker-process.ts";

const boundary = "a-boundary-of-an-attack";
const megabyte = Buffer.alloc(2 ** 20, "a");
const field = (name: string) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n`;

const bodies: Record<string, (write: (piece: string | Buffer) => Promise<boolean>) => Promise<void>> = {
  async "1 000 fields of 1 MB"(write) {
    for (let at = 0; at < 1000; at += 1)
      if (!(await write(field(`f${at}`))) || !(await write(megabyte)) || !(await write("\r\n"))) return;
  },
  async "100 000 small fields"(write) {
    for (let at = 0; at < 100_000; at += 200) {
      const some = Array.from({ length: 200 }, (_, more) => `${field(`f${at + more}`)}x\r\n`).join("");
      if (!(await write(some))) return;
    }
  },
  async "one field a thousand times"(write) {
    for (let at = 0; at < 1000; at += 1)
      if (!(await write(`${field("ticketid")}${"a".repeat(10_000)}\r\n`))) return;
  },
  async "headers of a part without end"(write) {
    await write(`--${boundary}\r\ncontent-disposition: form-data; name="a"\r\n`);
    const some = Array.from({ length: 100 }, (_, at) => `x-header-${at}: ${"a".repeat(1000)}\r\n`).join("");
    for (let at = 0; at < 1000; at += 1) if (!(await write(some))) return;
  },
  async "a field's name of 50 MB"(write) {
    await write(`--${boundary}\r\ncontent-disposition: form-data; name="`);
    for (let at = 0; at < 50; at += 1) if (!(await write(megabyte))) return;
  },
};

export async function multipartFlood({ url, cookie, seconds }: FloodArgs): Promise<Flooded> {
  const until = Date.now() + seconds * 1000;
  const through: string[] = [];
  let megabytes = 0;
  const routes = ["/send-file", "/send-private-file", "/auth/change-profile-pic"];
  const tries = Object.entries(bodies).flatMap(([what, send]) =>
    routes.map((path) => ({ what, send, path })),
  );
  await Promise.all(
    tries.map(async ({ what, send, path }) => {
      const line = openLine(url);
      const { host } = new URL(url);
      const type = `multipart/form-data; boundary=${boundary}`;
      line.write(
        head("POST", path, {
          host,
          origin: url,
          cookie,
          "content-type": type,
          "content-length": 2 ** 31 - 1,
        }),
      );
      let answered = false;
      void line.answer.then(() => {
        answered = true;
      });
      await send(async (piece) => {
        // Answers are read, and bytes that are not accepted are not sent, as in a network.
        const taken = line.socket.write(piece);
        megabytes += piece.length / 2 ** 20;
        while (
          !taken &&
          line.socket.writableNeedDrain &&
          !answered &&
          !line.socket.destroyed &&
          Date.now() < until
        )
          await wait(2);
        await wait(1);
        return !answered && !line.socket.destroyed && Date.now() < until;
      });
      const answer = await Promise.race([line.answer, wait(1500, null)]);
      line.socket.destroy();
      const refused = answer && (answer.status === 0 || (answer.status >= 400 && answer.status < 500));
      if (!refused)
        through.push(
          `POST ${path} with ${what} → ${answer ? `${answer.status} ${answer.text}` : "taken without end"}`,
        );
    }),
  );
  return {
    tried: tries.length - through.length,
    summary: `${tries.length} forms, ${Math.round(megabytes)} MB sent`,
    through,
  };
}
