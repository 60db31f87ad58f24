import { runCommandLine } from "./command-line/command-line.ts";
import { readEnvironment } from "./environment.ts";

process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: readEnvironment,
  print: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
});
