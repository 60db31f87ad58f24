/** The number of look-ups of one session at a time. A console makes about as many calls at once. */
const atOnce = 4;

type Turns<Answer> = { running: number; next: { answer: Promise<Answer>; begin(): void } | null };

/**
 * Shares look-ups: calls of one session beyond four at a time wait for the look-up that begins when one of these ends,
 * so a flood of calls costs a few statements. No answer is older than its call: a call never joins a running look-up.
 */
export function shareLookups<Answer>(find: (token: string) => Promise<Answer>) {
  const all = new Map<string, Turns<Answer>>();

  async function run(token: string, turns: Turns<Answer>): Promise<Answer> {
    turns.running += 1;
    try {
      return await find(token);
    } finally {
      turns.running -= 1;
      const { next } = turns;
      turns.next = null;
      if (next) next.begin();
      else if (turns.running === 0) all.delete(token);
    }
  }

  return (token: string): Promise<Answer> => {
    const turns: Turns<Answer> = all.get(token) ?? { running: 0, next: null };
    all.set(token, turns);
    if (turns.running < atOnce) return run(token, turns);
    if (!turns.next) {
      const { promise, resolve } = Promise.withResolvers<Answer>();
      turns.next = { answer: promise, begin: () => resolve(run(token, turns)) };
    }
    return turns.next.answer;
  };
}
