import { useEffect } from "react";
import { create } from "zustand";

const useTurn = create(() => ({ turn: 0 }));
let timer: ReturnType<typeof setInterval> | undefined;
let users = 0;

/** Renders again each minute. One timer serves all. */
export function useMinute(): void {
  useTurn();
  useEffect(() => {
    users += 1;
    timer ??= setInterval(() => useTurn.setState(({ turn }) => ({ turn: turn + 1 })), 60_000);
    return () => {
      users -= 1;
      if (users > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  }, []);
}
