import { create } from "zustand";

export type ToastAction = { label: string; run: () => void };
export type Toast = { id: number; text: string; tone: "neutral" | "danger"; actions: ToastAction[] };
type Options = {
  /** Milliseconds until it hides. */
  hidesAfter?: number;
  actions?: ToastAction[];
};

let last = 0;
const shownFor = 6000;
/** Milliseconds that a toast with actions stays, to be read and used. */
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

/** Removes toasts whose actions belong to the page that is left. */
export function dismissActions(): void {
  for (const { id, actions } of useToasts.getState().toasts) if (actions.length > 0) dismiss(id);
}

/** Holds a toast while the pointer is over it, or it has the focus. */
export function hold(id: number): void {
  clearTimeout(timers.get(id)?.timer);
}

export function resume(id: number): void {
  const held = timers.get(id);
  if (!held) return;
  clearTimeout(held.timer);
  held.timer = setTimeout(() => dismiss(id), held.hidesAfter);
}
