import { create } from "zustand";

export type Toast = { id: number; text: string; tone: "neutral" | "danger" };

let last = 0;
const shownFor = 6000;

export const useToasts = create<{ toasts: Toast[] }>(() => ({ toasts: [] }));

/** `hidesAfter` in milliseconds. */
export function toast(text: string, tone: Toast["tone"] = "neutral", hidesAfter: number = shownFor): void {
  const id = ++last;
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts.slice(-2), { id, text, tone }] }));
  setTimeout(() => dismiss(id), hidesAfter);
}

export function dismiss(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.id !== id) }));
}
