import { readEnvironment } from "./floor/config/environment.ts";
import { runCommandLine } from "./operate/command-line/command-line.ts";

process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: readEnvironment,
  print: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
});
