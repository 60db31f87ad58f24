import { create } from "zustand";

export type ToastAction = { label: string; run: () => void };
export type Toast = { id: number; text: string; tone: "neutral" | "danger"; actions: ToastAction[] };
type Options = {
  /** Milliseconds. */
  hidesAfter?: number;
  actions?: ToastAction[];
};

let last = 0;
const shownFor = 6000;
/** With actions it stays long enough to be read and chosen from. */
const offeredFor = 15_000;

export const useToasts = create<{ toasts: Toast[] }>(() => ({ toasts: [] }));

const timers = new Map<number, { timer: ReturnType<typeof setTimeout> | undefined; hidesAfter: number }>();

export function toast(
  text: string,
  tone: Toast["tone"] = "neutral",
  { actions = [], hidesAfter = actions.length > 0 ? offeredFor : shownFor }: Options = {},
): void {
  const id = ++last;
  const shown = { id, text, tone, actions };
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts.slice(-2), shown] }));
  timers.set(id, { timer: undefined, hidesAfter });
  resume(id);
}

export function dismiss(id: number): void {
  hold(id);
  timers.delete(id);
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.id !== id) }));
}

/** What can be acted upon on this page alone goes with it. */
export function dismissActions(): void {
  for (const { id, actions } of useToasts.getState().toasts) if (actions.length > 0) dismiss(id);
}

/** While it is pointed at, or holds the focus, it stays. */
export function hold(id: number): void {
  clearTimeout(timers.get(id)?.timer);
}

export function resume(id: number): void {
  const held = timers.get(id);
  if (!held) return;
  clearTimeout(held.timer);
  held.timer = setTimeout(() => dismiss(id), held.hidesAfter);
}
