/** Sessions that are planted, stolen and kept: only a sign-in makes one, and its end holds everywhere. */
import { TOTP } from "otpauth";
import { password } from "../../world/people.ts";
import type { Victim } from "../crowd.ts";
import { openSocket } from "../socket.ts";
import { becomes, type Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";
import { json } from "../visitor.ts";

const second = 1000;

export async function fixation(stage: Stage, trial: Trial): Promise<void> {
  const victim = await stage.crowd.victim(null);
  const name = victim.cookie.split("=")[0] ?? "";
  const planted = "A".repeat(43);
  const browser = stage.visitor();
  browser.cookies.set(name, planted);
  await browser.post("/auth/login", { email: victim.email, password });
  trial.note(
    browser.cookies.get(name) === planted ? "POST /auth/login keeps a session that was planted" : null,
  );
  const thief = stage.visitor();
  const stolen = { cookie: `${name}=${planted}` };
  trial.refused("a session planted before the sign-in", await thief.get("/auth/profile", stolen), [401]);
  // A sign-in over an older session ends that one.
  const again = stage.visitor();
  again.cookies.set(name, browser.cookies.get(name) ?? "");
  const before = { cookie: `${name}=${browser.cookies.get(name)}` };
  await again.post("/auth/login", { email: victim.email, password });
  trial.refused("the session before the sign-in", await thief.get("/auth/profile", before), [401]);
}

/** A stolen cookie and an open socket, after each way a session ends. */
export async function theft(stage: Stage, trial: Trial): Promise<void> {
  const admin = stage.as("ingrid");
  const ends: Record<string, (victim: Victim) => Promise<{ status: number; text: string }>> = {
    "signing out": ({ cookie }) => stage.visitor().get("/auth/logout", { cookie }),
    "being disabled": ({ actor }) => admin.post("/auth/delete-agent", { userid: actor.id }),
    "a new password": ({ email }) => changePassword(stage, email),
    "being signed out elsewhere": ({ email }) => endOthers(stage, email),
  };
  for (const [what, end] of Object.entries(ends)) {
    const victim = await stage.crowd.victim(null);
    const headers = { cookie: victim.cookie, origin: stage.desk.url };
    const socket = await openSocket(stage.desk.url, headers);
    if (!socket) throw new Error("A signed-in agent's socket is not let in");
    const ended = await end(victim);
    if (ended.status !== 200) throw new Error(`${what}: ${ended.status} ${ended.text}`);
    const isClosed = await becomes(socket.isClosed, second);
    trial.note(isClosed ? null : `the socket is open a second after ${what}`);
    const thief = stage.visitor();
    trial.refused(
      `GET /tickets after ${what}`,
      await thief.get("/tickets", { cookie: victim.cookie }),
      [401],
    );
    const later = await openSocket(stage.desk.url, headers);
    trial.note(later === null ? null : `a socket opens after ${what}`);
    socket.close();
  }
}

async function changePassword(stage: Stage, email: string) {
  const browser = stage.visitor();
  await browser.post("/auth/login", { email, password });
  const newPassword = `${password}-New1`;
  return browser.post("/auth/change-password", {
    currentPassword: password,
    newPassword,
    confirmPassword: newPassword,
  });
}

async function endOthers(stage: Stage, email: string) {
  const browser = stage.visitor();
  await browser.post("/auth/login", { email, password });
  return browser.post("/auth/end-other-sessions", {});
}

/** A second step that is skipped, guessed, or used twice. */
export async function twoStep(stage: Stage, trial: Trial): Promise<void> {
  const { email, cookie } = await stage.crowd.victim(null);
  const owner = stage.visitor();
  const own = { cookie };
  const { secret } = json<{ secret: string }>(await owner.post("/auth/start-two-step", {}, own));
  const code = new TOTP({ secret }).generate();
  await owner.post("/auth/confirm-two-step", { code }, own);
  const thief = stage.visitor();
  await thief.post("/auth/login", { email, password });
  trial.refused("GET /tickets before the second step", await thief.get("/tickets"), [401]);
  trial.refused(
    "the second step with a used code",
    await thief.post("/auth/second-step", { code }),
    [401, 429],
  );
  for (let guess = 0; guess < 6; guess += 1) {
    const wrong = String(100000 + guess);
    trial.refused(
      "the second step guessed",
      await thief.post("/auth/second-step", { code: wrong }),
      [401, 429],
    );
  }
  const stranger = stage.visitor();
  trial.refused(
    "a second step that was not begun",
    await stranger.post("/auth/second-step", { code: "123456" }),
    [401],
  );
}
