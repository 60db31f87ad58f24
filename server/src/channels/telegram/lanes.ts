/**
 * Works through items in order within a lane, and different lanes at the same time, so many at once. When one fails the
 * rest of its lane is left and the failure is thrown once the other lanes are through.
 */
export async function forEachInLanes<Item>(
  items: Item[],
  { lanes, laneOf }: { lanes: number; laneOf(item: Item): unknown },
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...Map.groupBy(items, laneOf).values()];
  const failures: unknown[] = [];
  const runner = async () => {
    for (let lane = waiting.shift(); lane; lane = waiting.shift()) {
      try {
        for (const item of lane) await work(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, runner));
  if (failures.length > 0) throw failures[0];
}
