/** Signals this process's relay that an event was committed. In a process without a relay the others find it. */
export type RelaySignal = {
  nudge(): void;
  onNudge(listener: (() => void) | null): void;
  /** Events have got their places by this process. */
  placed(): void;
  /** Returns what ends the listening. */
  onPlaced(listener: () => void): () => void;
  /** The names of the subscribers whose cursors this process has found or made. */
  started: Set<string>;
};

export function createRelaySignal(): RelaySignal {
  let listener: (() => void) | null = null;
  const followers = new Set<() => void>();
  return {
    placed() {
      for (const follower of followers) follower();
    },
    onPlaced(follower) {
      followers.add(follower);
      return () => void followers.delete(follower);
    },
    started: new Set(),
    nudge: () => listener?.(),
    onNudge(next) {
      listener = next;
    },
  };
}
