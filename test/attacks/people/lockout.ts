/** A stranger's wrong passwords and codes must not keep an account's owner out. */

import { password } from "../../world/people.ts";
import { codeIn } from "../../world/smtp.ts";
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";

const wrong = 12;
const networks = 25;

export async function lockout(stage: Stage, trial: Trial): Promise<void> {
  const { email } = await stage.crowd.victim(null);
  const device = stage.visitor();
  const login = (given: string) => ({ email, password: given });
  const first = await device.post("/auth/login", login(password));
  if (first.status !== 200) throw new Error(`The owner's first sign-in → ${first.status} ${first.text}`);
  await device.get("/auth/logout");

  const stranger = stage.visitor();
  let tried = 0;
  for (let at = 0; at < wrong; at += 1) {
    const { status } = await stranger.post("/auth/login", login(`Wrong-password-${at}`));
    if (status === 401) tried += 1;
    trial.note(status === 401 || status === 429 ? null : `a wrong password → ${status}`);
  }
  trial.note(tried < wrong ? null : `${wrong} wrong passwords in a row were all compared`);
  trial.refused(
    "the stranger with the right password at last",
    await stranger.post("/auth/login", login(password)),
    [429],
  );
  lets(trial, "the owner at a known device", await device.post("/auth/login", login(password)));
  lets(trial, "the owner from a new network", await stage.visitor().post("/auth/login", login(password)));
  await device.get("/auth/logout");
  await fromEverywhere(stage, trial, email);
  lets(
    trial,
    "the owner at a known device, tried from everywhere",
    await device.post("/auth/login", login(password)),
  );
}

/** More networks than one account's limit of strangers allows. */
async function fromEverywhere(stage: Stage, trial: Trial, email: string): Promise<void> {
  await Promise.all(
    Array.from({ length: networks }, async () => {
      const stranger = stage.visitor();
      for (let at = 0; at < 5; at += 1) {
        const answer = await stranger.post("/auth/login", { email, password: `Wrong-password-${at}` });
        trial.refused("a wrong password, from everywhere", answer, [401, 429]);
      }
    }),
  );
}

/** Wrong codes by a stranger, and codes requested in the owner's name. */
export async function resetLockout(stage: Stage, trial: Trial): Promise<void> {
  const { email } = await stage.crowd.victim(null);
  const stranger = stage.visitor();
  await stranger.post("/send-reset-password-code", { email });
  for (let at = 0; at < 6; at += 1) {
    const answer = await stranger.post("/verify-email-code", {
      email,
      code: String(200000 + at),
      isPasswordReset: true,
    });
    trial.refused("a reset code guessed", answer, [400, 401, 403, 429]);
  }
  await stage.smtp.next(email);
  const owner = stage.visitor();
  const sent = await owner.post("/send-reset-password-code", { email });
  lets(trial, "the owner asks for a code after a stranger did", sent);
  if (sent.status !== 200) return;
  const code = codeIn(await stage.smtp.next(email));
  const thief = stage.visitor();
  const stolen = { email, newPassword: `${password}-thief`, confirmPassword: `${password}-thief` };
  await owner.post("/verify-email-code", { email, code, isPasswordReset: true });
  trial.refused(
    "a password set without the grant of this browser",
    await thief.post("/auth/reset-password", stolen),
    [400, 401, 403],
  );
  const set = { email, newPassword: `${password}-own`, confirmPassword: `${password}-own` };
  lets(trial, "the owner sets a new password", await owner.post("/auth/reset-password", set));
}

function lets(trial: Trial, what: string, { status, text }: { status: number; text: string }): void {
  trial.note(status === 200 ? null : `${what} is kept out: ${status} ${text.slice(0, 200)}`);
}
