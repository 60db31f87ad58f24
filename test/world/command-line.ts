/** `npm run parley -- …` in the test's process, in a fortieth of the time of a separate process. */
import { runCommandLine } from "../../server/src/operate/command-line/command-line.ts";

export type Ended = { code: number; stdout: string; stderr: string };

/** The environment is `env` alone. */
export async function runHere(args: string[], env: Record<string, string>): Promise<Ended> {
  const ended = { code: 0, stdout: "", stderr: "" };
  ended.code = await runCommandLine(args, {
    environment: () => ({ NODE_ENV: "test", ...env }),
    print(text) {
      ended.stdout += text;
    },
    complain(text) {
      ended.stderr += text;
    },
  });
  return ended;
}

/** Returns its answer; throws with its complaint when it failed. */
export async function askHere<Answer>(args: string[], env: Record<string, string>): Promise<Answer> {
  const { code, stdout, stderr } = await runHere(args, env);
  if (code !== 0) throw new Error(`parley ${args.join(" ")} ended with ${code}:\n${stdout}${stderr}`);
  return JSON.parse(stdout) as Answer;
}
