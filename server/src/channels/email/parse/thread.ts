import { parentPort } from "node:worker_threads";
import { readMail } from "./read-mail.ts";
import type { Answer, Work } from "./threads.ts";

parentPort?.on("message", (work: Work) => void answer(work));

async function answer({ raw, limits }: Work): Promise<void> {
  const result: Answer = await readMail(raw, limits).then(
    (mail) => ({ mail }),
    (error: unknown) => ({ unreadable: String(error) }),
  );
  const contents = "mail" in result ? result.mail.attachments.map(({ content }) => content.buffer) : [];
  parentPort?.postMessage(result, [...new Set(contents)] as ArrayBuffer[]);
}
