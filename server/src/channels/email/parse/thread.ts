import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { writtenDocument } from "./document.ts";
import { readMail } from "./read-mail.ts";
import type { Answer, Work } from "./threads.ts";

/**
 * On Linux each thread has its own priority. On a busy machine an agent's call has about nine times a mail's share of the
 * processor; the lowest priority would stop the mail.
 */
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

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
