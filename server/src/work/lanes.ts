/**
 * Runs work that waits on others, in lanes: one for each account. A waiting entry is only in memory; it holds no job
 * and no connection, and a sweep finds what a crash leaves. Lanes take turns, and so do the entries of a lane.
 */
export type LaneLimits = {
  /** Entries under way at once in one lane. */
  lane: number;
  /** Entries under way in the lanes of one group: the accounts of a platform. */
  group: number;
  total: number;
  /** Slots beyond `group` and `total`, for idle lanes: another account starts at once while many hang. */
  reserve: number;
  /** Entries of one lane that wait or run. More are dropped; the sweep brings them again. */
  entries: number;
};

export type Entry = {
  /** One entry of a key runs at a time; added again while it runs, it runs once more. */
  key: string;
  lane: string;
  group: string;
  /** Returns true if there may be more: then it takes another turn behind the others of its lane. */
  run(): Promise<boolean>;
};

export type EntryName = Omit<Entry, "run">;

/**
 * The time when an entry may begin: null at once, else after so many milliseconds, alone or with its whole
 * lane.
 */
export type Gate = (entry: EntryName) => { milliseconds: number; whole: boolean } | null;

export type Lanes = {
  /** Resolves when nothing more is under way for the key; rejects with the error of its work. */
  add(entry: Entry): Promise<void>;
  /** Drops waiting entries and resolves when the work under way has ended. */
  stop(): Promise<void>;
};

type Lane = { id: string; group: string; queue: Item[]; entries: number; running: number; held: boolean };
type Item = {
  entry: Entry;
  lane: Lane;
  state: "waits" | "runs" | "runs again";
  timer?: NodeJS.Timeout;
  ended: PromiseWithResolvers<void>;
};

export function createLanes(limits: LaneLimits, gate: Gate = () => null): Lanes {
  const items = new Map<string, Item>();
  const lanes = new Map<string, Lane>();
  /** Lanes with a filled queue, the longest served last. */
  const ready = new Set<Lane>();
  const inGroup = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  let stopped = false;

  function laneOf({ lane: id, group }: Entry): Lane {
    const known = lanes.get(id);
    if (known) return known;
    const lane: Lane = { id, group, queue: [], entries: 0, running: 0, held: false };
    lanes.set(id, lane);
    return lane;
  }

  function mayBegin({ running, group, held }: Lane): boolean {
    if (held || running >= limits.lane) return false;
    const total = underWay.size;
    if (total < limits.total && (inGroup.get(group) ?? 0) < limits.group) return true;
    return running === 0 && total < limits.total + limits.reserve;
  }

  /** Begins every entry that may begin, one of a lane before the next lane. */
  function begin() {
    if (stopped) return;
    for (const lane of ready) {
      if (!mayBegin(lane)) continue;
      ready.delete(lane);
      const [item] = lane.queue;
      if (!item) continue;
      const pause = gate(item.entry);
      if (pause?.whole) {
        hold(lane, pause.milliseconds);
        continue;
      }
      lane.queue.shift();
      if (lane.queue.length > 0) ready.add(lane);
      if (pause) item.timer = setTimeout(() => enqueue(item), pause.milliseconds).unref();
      else start(item);
    }
  }

  function enqueue(item: Item) {
    delete item.timer;
    item.lane.queue.push(item);
    ready.add(item.lane);
    begin();
  }

  function hold(lane: Lane, milliseconds: number) {
    lane.held = true;
    const release = () => {
      lane.held = false;
      ready.add(lane);
      begin();
    };
    setTimeout(release, milliseconds).unref();
  }

  function start(item: Item) {
    const { lane, entry } = item;
    item.state = "runs";
    lane.running += 1;
    inGroup.set(lane.group, (inGroup.get(lane.group) ?? 0) + 1);
    const going: Promise<void> = entry.run().then(
      (more) => finish(going, item, more || item.state === "runs again"),
      (error: unknown) => {
        item.ended.reject(error);
        finish(going, item, false);
      },
    );
    underWay.add(going);
  }

  function finish(going: Promise<void>, item: Item, more: boolean) {
    const { lane } = item;
    underWay.delete(going);
    lane.running -= 1;
    inGroup.set(lane.group, (inGroup.get(lane.group) ?? 1) - 1);
    if (more && !stopped) {
      item.state = "waits";
      enqueue(item);
    } else {
      end(item);
      begin();
    }
  }

  function end(item: Item) {
    const { lane, entry, ended, timer } = item;
    clearTimeout(timer);
    items.delete(entry.key);
    lane.entries -= 1;
    if (lane.entries === 0) lanes.delete(lane.id);
    ended.resolve();
  }

  return {
    add(entry) {
      const known = items.get(entry.key);
      if (known?.state === "runs") known.state = "runs again";
      if (known) return known.ended.promise;
      const lane = laneOf(entry);
      if (stopped || lane.entries >= limits.entries) return Promise.resolve();
      lane.entries += 1;
      const item: Item = { entry, lane, state: "waits", ended: Promise.withResolvers() };
      items.set(entry.key, item);
      enqueue(item);
      return item.ended.promise;
    },
    async stop() {
      stopped = true;
      for (const item of items.values()) if (item.state === "waits") end(item);
      await Promise.all(underWay);
    },
  };
}
