import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";

/** What the handle of a row is given. */
export type Handle = {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

type Drag = { id: string; ids: string[] };

/**
 * Puts the rows of a list into another order by dragging a handle, or with the arrow keys on it. Rows are elements with
 * their id in `data-row`. `ids`: the order to draw, which is `given` while nothing is dragged.
 */
export function useReorder(given: string[], onOrder: (ids: string[]) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const ids = drag?.ids ?? given;
  const move = (id: string, to: number) => ids.filter((one) => one !== id).toSpliced(to, 0, id);

  function placeAt(y: number): number {
    const rows = [...(list.current?.querySelectorAll("[data-row]") ?? [])];
    const others = rows.filter((row) => row.getAttribute("data-row") !== drag?.id);
    return others.filter((row) => {
      const { top, height } = row.getBoundingClientRect();
      return y > top + height / 2;
    }).length;
  }

  const handleOf = (id: string): Handle => ({
    onPointerDown(event) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ id, ids: given });
    },
    onPointerMove(event) {
      if (drag) setDrag({ id: drag.id, ids: move(drag.id, placeAt(event.clientY)) });
    },
    onPointerUp() {
      if (drag && drag.ids.join() !== given.join()) onOrder(drag.ids);
      setDrag(null);
    },
    onPointerCancel: () => setDrag(null),
    onKeyDown(event) {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      const at = ids.indexOf(id);
      if (!step || at + step < 0 || at + step >= ids.length) return;
      event.preventDefault();
      onOrder(move(id, at + step));
    },
  });
  return { list, ids, dragged: drag?.id ?? null, handleOf };
}
