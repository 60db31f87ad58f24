/** 30 pictures of about 1 KB and 64 megapixels from one client, in the short form 18, while the neighbour works and signs in. */
import { setTimeout as wait } from "node:timers/promises";
import { dearAvif, hugeAvif, progressiveJpeg } from "../../world/hostile-pictures.ts";
import { password } from "../../world/people.ts";
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";
import { openVisitor } from "../visitor.ts";

/** `seconds` that the desk needs for them at most, in which the neighbour is watched and signs in so many times. */
const usual = { pictures: 30, seconds: 6, times: 12 };
const few = { pictures: 18, seconds: 3.6, times: 8 };
/** A sign-in's undisturbed time counts as at least this, in ms: a password's hash alone takes most of it. */
const floor = 150;

const files = [
  { name: "huge.avif", mime: "image/avif", bytes: hugeAvif() },
  { name: "dear.avif", mime: "image/avif", bytes: dearAvif() },
  { name: "huge.jpg", mime: "image/jpeg", bytes: progressiveJpeg(8000, 7990, 30) },
];

export async function hostilePictures(stage: Stage, trial: Trial): Promise<void> {
  const { simulator, house } = stage;
  const { pictures, seconds, times } = stage.short ? few : usual;
  const person = await simulator.control.createPerson({ firstName: "Mallory", picture: "none" });
  const phone = simulator.control.phone({ bot: house.harbour.botId, person: person.id });
  await phone.start();
  const before = await signIns(stage, trial, 4, 0);
  const sending = async () => {
    const client = openVisitor(stage.desk.url);
    for (let at = 0; at < pictures; at += 1) {
      const file = files[at % files.length] ?? files[0];
      const { id } = await phone.send({ type: "document", ...(file && { file }) });
      const update = simulator.control.updateOf(house.harbour.botId, person.id, id);
      const path = new URL(house.harbour.webhook).pathname;
      const secret = { origin: undefined, "x-telegram-bot-api-secret-token": house.harbour.secret };
      const { status, text } = await client.post(path, update, secret);
      if (status !== 200) throw new Error(`The client's picture → ${status} ${text}`);
    }
    client.close();
  };
  const [during] = await Promise.all([signIns(stage, trial, times, (seconds * 1000) / times), sending()]);
  trial.count(pictures);
  const [calm, busy] = [median(before), median(during)];
  const summary = `the neighbour's sign-in: undisturbed ${calm.toFixed(0)} ms, during ${busy.toFixed(0)} ms`;
  trial.measured(summary);
  trial.note(busy <= 3 * Math.max(floor, calm) ? null : summary);
}

/** Signs agents in one after the other, and returns the duration of each sign-in. */
async function signIns(stage: Stage, trial: Trial, count: number, every: number): Promise<number[]> {
  const taken: Promise<number>[] = [];
  for (let at = 0; at < count; at += 1) {
    const { email } = stage.crowd.workers[at % stage.crowd.workers.length] ?? { email: "" };
    const signIn = stage
      .visitor()
      .post("/auth/login", { email, password })
      .then(({ status, text, milliseconds }) => {
        if (status !== 200) trial.note(`the neighbour's sign-in → ${status} ${text}`);
        return milliseconds;
      });
    taken.push(signIn);
    if (every > 0) await wait(every);
    else await signIn;
  }
  return Promise.all(taken);
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
