import { isBuiltIn } from "@parley/contract/built-in-views";
import { create } from "zustand";

const stored = "parley.view";
const known = (): string => {
  const last = localStorage.getItem(stored) ?? "";
  return isBuiltIn(last) || /^[0-9a-f-]{36}$/.test(last) ? last : "all";
};

/** The view that the agent chose last, for an address that names none. */
export const useRemembered = create<{ key: string }>(() => ({ key: known() }));

export function rememberView(key: string): void {
  localStorage.setItem(stored, key);
  useRemembered.setState({ key });
}
