import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";

/** The handlers of a row's grip. */
export type Grip = {
  onPointerDown: (event: PointerEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

type Drag = { id: string; ids: string[] };

/**
 * Puts the rows of a list into another order by dragging their grips, or with the arrow keys on them. Rows are elements
 * with their id in `data-row`. `ids`: the order to draw, which is `given` while nothing is dragged.
 */
export function useReorder(given: string[], onOrder: (ids: string[], moved: string) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const ids = drag?.ids ?? given;

  function move(id: string, to: number): string[] {
    return ids.filter((one) => one !== id).toSpliced(to, 0, id);
  }

  function placeAt(y: number): number {
    const rows = [...(list.current?.querySelectorAll("[data-row]") ?? [])];
    const others = rows.filter((row) => row.getAttribute("data-row") !== drag?.id);
    return others.filter((row) => {
      const { top, height } = row.getBoundingClientRect();
      return y > top + height / 2;
    }).length;
  }

  const gripOf = (id: string): Grip => ({
    onPointerDown(event) {
      if (event.button !== 0) return;
      // The list keeps the pointer: a row would lose it as soon as it moves.
      list.current?.setPointerCapture(event.pointerId);
      setDrag({ id, ids: given });
    },
    onKeyDown(event) {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      const to = ids.indexOf(id) + (step ?? 0);
      if (!step || to < 0 || to >= ids.length) return;
      event.preventDefault();
      onOrder(move(id, to), id);
    },
  });

  const onList = {
    onPointerMove({ clientY }: PointerEvent) {
      if (drag) setDrag({ id: drag.id, ids: move(drag.id, placeAt(clientY)) });
    },
    onPointerUp() {
      if (drag && drag.ids.join() !== given.join()) onOrder(drag.ids, drag.id);
      setDrag(null);
    },
    onPointerCancel: () => setDrag(null),
  };
  return { list, ids, dragged: drag?.id ?? null, move, gripOf, onList };
}
