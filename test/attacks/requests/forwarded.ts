/** A claimed address counts for nothing: a limit per network holds whatever the headers say. */
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";

const most = 20;

export async function forwarded(stage: Stage, trial: Trial): Promise<void> {
  const from = stage.network();
  const stranger = stage.visitor(from);
  let late = 0;
  for (let at = 0; at < most + 15; at += 1) {
    const claimed = `198.51.100.${at}`;
    const headers = { "x-forwarded-for": claimed, "x-real-ip": claimed, forwarded: `for=${claimed}` };
    const email = `nobody${at}@nowhere.example`;
    const { status } = await stranger.post("/auth/login", { email, password: "Wrong-1-word" }, headers);
    if (at >= most && status !== 429) late += 1;
    trial.note(null);
  }
  trial.note(
    late === 0
      ? null
      : `${late} sign-ins beyond ${most} a minute were tried from ${from}, which claimed to be others`,
  );
}
