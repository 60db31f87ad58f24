/** The events that a page can listen to with `Parley.on`. */
export type PageEvents = {
  ready: undefined;
  open: undefined;
  close: undefined;
  unread: number;
  message: { author: string; text: string };
  identified: undefined;
  error: { code: string; text: string };
};

type Listener = (detail: unknown) => void;

export function createEvents() {
  const listeners = new Map<string, Set<Listener>>();
  return {
    on<Name extends keyof PageEvents>(name: Name, listener: (detail: PageEvents[Name]) => void): () => void {
      const of = listeners.get(name) ?? new Set();
      listeners.set(name, of.add(listener as Listener));
      return () => {
        of.delete(listener as Listener);
      };
    },
    emit<Name extends keyof PageEvents>(name: Name, detail: PageEvents[Name]): void {
      for (const listener of [...(listeners.get(name) ?? [])]) {
        // The page should see a listener's error, which must not stop the chat.
        try {
          listener(detail);
        } catch (error) {
          setTimeout(() => {
            throw error;
          });
        }
      }
    },
    clear: () => listeners.clear(),
  };
}
