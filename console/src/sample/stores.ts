/** Stands for `zustand` in component tests: the files of a frame share its modules, and each begins with fresh stores. */
import { create as createStore } from "zustand/react";
import type { StateCreator } from "zustand/vanilla";

const renewals: (() => void)[] = [];

export function create<State>(initial: StateCreator<State>) {
  const store = createStore(initial);
  renewals.push(() => store.setState(store.getInitialState(), true));
  return store;
}

/** Puts every store back to its first state. */
export function renewStores(): void {
  for (const renew of renewals) renew();
}
