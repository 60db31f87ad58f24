import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { writtenDocument } from "./document.ts";
import { readMail } from "./read-mail.ts";
import type { Answer, Work } from "./threads.ts";

/**
 * On a busy machine an agent's call has about three times a mail's share of the processor. The lowest priority would stop
 * the mail.
 */
const priority = 5;

// On Linux each thread has its own priority.
if (process.platform === "linux") setPriority(priority);

parentPort?.on("message", (work: Work) => void answer(work));

async function answer({ raw, limits, longestText }: Work): Promise<void> {
  const result: Answer = await readMail(raw, limits).then(
    (mail) => ({ mail, document: writtenDocument(mail, longestText) }),
    (error: unknown) => ({ unreadable: String(error) }),
  );
  const contents =
    "mail" in result ? [...result.mail.attachments.map(({ content }) => content), result.document] : [];
  const buffers = contents.flatMap((content) => (content ? [content.buffer] : []));
  parentPort?.postMessage(result, [...new Set(buffers)] as ArrayBuffer[]);
}
