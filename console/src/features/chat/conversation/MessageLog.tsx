import type { PointerEvent, ReactElement, RefObject } from "react";
import { VList, type VListHandle } from "virtua";
import type { ListItem } from "../message-kinds/list-items.ts";
import { FloatingDay, type FloatingDayHandle } from "./FloatingDay.tsx";
import { ScrollToBottom } from "./ScrollToBottom.tsx";

type Props = {
  list: RefObject<VListHandle | null>;
  floating: RefObject<FloatingDayHandle | null>;
  items: ListItem[];
  /** True if new items are above the shown ones. */
  shift: boolean;
  /** Pixels above and below the view in which items are rendered, 200 unless given. */
  ahead?: number | undefined;
  label: string;
  /** The text that screen readers announce when a message arrives. */
  announcement: string;
  /** The button to the end, where the end is not visible. */
  toEnd: { count: number; onClick: () => void } | null;
  onScroll: (offset: number) => void;
  onResize: () => void;
  onPointerDown: (event: PointerEvent) => void;
  background: string;
  children: (item: ListItem) => ReactElement;
};

/** The scrolling part of a chat: its rows, the day floating above them, and the button to the end. */
export function MessageLog(props: Props) {
  const {
    list,
    floating,
    items,
    shift,
    ahead = 200,
    label,
    announcement,
    toEnd,
    onScroll,
    onResize,
    onPointerDown,
    background,
    children,
  } = props;
  return (
    <div className={`relative flex min-h-0 flex-1 flex-col overflow-hidden ${background}`}>
      <FloatingDay ref={floating} />
      <VList
        ref={list}
        shift={shift}
        bufferSize={ahead}
        data={items}
        role="log"
        aria-label={label}
        aria-live="off"
        tabIndex={0}
        onScroll={onScroll}
        onResize={onResize}
        onPointerDown={onPointerDown}
        // The list captures the pointer of its rows while it scrolls: a click on a row would go nowhere.
        className="min-h-0 flex-1 py-3 outline-offset-[-2px] *:pointer-events-auto!"
      >
        {children}
      </VList>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      {toEnd && <ScrollToBottom {...toEnd} />}
    </div>
  );
}
