/**
 * Processes items of one key in order, and up to `concurrency` keys at the same time. A failure skips the rest of its
 * key and is thrown when the other keys are done.
 */
export async function forEachByKey<Item>(
  items: Item[],
  { concurrency, keyOf }: { concurrency: number; keyOf(item: Item): unknown },
  process: (item: Item) => Promise<void>,
): Promise<void> {
  const groups = [...Map.groupBy(items, keyOf).values()];
  const failures: unknown[] = [];
  const runner = async () => {
    for (let group = groups.shift(); group; group = groups.shift()) {
      try {
        for (const item of group) await process(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, runner));
  if (failures.length > 0) throw failures[0];
}
