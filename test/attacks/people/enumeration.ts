/** Neither an answer nor its duration shows that an address has an account. */
import { password } from "../../world/people.ts";
import type { Stage } from "../stage.ts";
import type { Trial } from "../trial.ts";
import type { Answer } from "../visitor.ts";

const pairs = 16;
/** That many pairs in one direction happen by chance once in four thousand. */
const oneWay = 15;
/** Milliseconds between the medians; a password's hash takes several times that. */
const tolerance = 12;

const registration = (email: string) => ({
  data: {
    email,
    password: "Correct-horse-7-stapler",
    confirmPassword: "Correct-horse-7-stapler",
    firstName: "Some",
    lastName: "Body",
    companyName: "Some Company",
  },
});

const questions: Record<string, (email: string) => object> = {
  "/auth/login": (email) => ({ email, password: `${password}-wrong` }),
  "/send-reset-password-code": (email) => ({ email }),
  "/send-email-verification": (email) => ({ email }),
  "/precheck": registration,
  "/verify-email-code": (email) => ({ email, code: "123456", isPasswordReset: true }),
  "/auth/reset-password": (email) => ({
    email,
    newPassword: `${password}-2`,
    confirmPassword: `${password}-2`,
  }),
};

export async function enumeration(stage: Stage, trial: Trial): Promise<void> {
  const known = await Promise.all(
    Array.from({ length: pairs }, async () => (await stage.crowd.victim(null)).email),
  );
  for (const [path, body] of Object.entries(questions)) {
    const times = { known: [] as number[], unknown: [] as number[] };
    for (const [at, email] of known.entries()) {
      const ask = (address: string) => stage.visitor().post(path, body(address));
      // The two alternate, so that other load on the machine affects both.
      const stranger = `nobody${at}@${email.split("@")[1]}`;
      const [first, second] = at % 2 ? [email, stranger] : [stranger, email];
      const answers = new Map([
        [first, await ask(first)],
        [second, await ask(second)],
      ]);
      const [to, from] = [answers.get(email), answers.get(stranger)];
      if (!to || !from) continue;
      trial.note(
        said(to) === said(from)
          ? null
          : `POST ${path}: ${said(to)} for a known, ${said(from)} for an unknown address`,
      );
      times.known.push(to.milliseconds);
      times.unknown.push(from.milliseconds);
    }
    const [slow, fast] = [median(times.known), median(times.unknown)];
    const summary = `POST ${path}: known ${slow.toFixed(1)} ms, unknown ${fast.toFixed(1)} ms`;
    trial.measured(summary);
    const longer = times.known.filter((time, at) => time > (times.unknown[at] ?? 0)).length;
    const leans = longer >= oneWay || longer <= pairs - oneWay;
    trial.note(leans && Math.abs(slow - fast) > tolerance ? summary : null);
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const said = ({ status, text, headers }: Answer) =>
  `${status} ${text} ${(headers["set-cookie"] ?? []).map((line) => line.split("=")[0]).join()}`;
