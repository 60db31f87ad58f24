/** A process with a decoder that a test kills. Decodes the file it is given and prints the decoder's pid. */
import { createDecoder } from "./decoder.ts";

const decoder = createDecoder({ warn: () => undefined });
await decoder.inspect("harbour", process.argv[2] ?? "", { urgent: true });
process.stdout.write(`${decoder.pids()[0]}\n`);
setInterval(() => undefined, 1000);
