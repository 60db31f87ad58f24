/** Wrong passwords from many networks at once: each costs a hash. */
import type { FloodArgs, Flooded } from "../resources/attacker-process.ts";
import { openVisitor } from "../visitor.ts";

const networks = 40;

export async function signInFlood({ url, seconds }: FloodArgs): Promise<Flooded> {
  const until = Date.now() + seconds * 1000;
  const answers = new Map<number, number>();
  await Promise.all(
    Array.from({ length: networks }, async (_, at) => {
      const visitor = openVisitor(url, { from: `127.66.3.${at + 1}` });
      for (let tried = 0; Date.now() < until && tried < 25; tried += 1) {
        const email = `nobody${at}-${tried}@nowhere.example`;
        const { status } = await visitor.post("/auth/login", { email, password: "Wrong-1-word" });
        answers.set(status, (answers.get(status) ?? 0) + 1);
      }
      visitor.close();
    }),
  );
  const tried = [...answers.values()].reduce((sum, count) => sum + count, 0);
  const summary = [...answers].map(([status, count]) => `${count} × ${status}`).join(", ");
  return { tried, summary, through: [] };
}
