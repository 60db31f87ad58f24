/**
 * Decides which mails have a frame: each is a separate document, so only those near the view have one, and few at a
 * time.
 */
import { type RefObject, useEffect, useState } from "react";
import { mailsAhead } from "./ahead.ts";

const most = 10;
/** Milliseconds: mails that scroll past sooner get no frame. */
const settled = 60;

type Wish = { element: Element; grant: (granted: boolean) => void };

const wishes = new Set<Wish>();
let deciding: ReturnType<typeof setTimeout> | undefined;

/** True while the mail has a frame. Mails nearest to the middle of the view get theirs first. */
export function useFramePlace(box: RefObject<HTMLElement | null>): boolean {
  const [granted, grant] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const wish = { element, grant };
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) wishes.add(wish);
        else withdraw(wish);
        decideSoon();
      },
      { root: element.closest('[role="log"]'), rootMargin: `${mailsAhead}px 0px` },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      withdraw(wish);
    };
  }, [box]);
  return granted;
}

function withdraw(wish: Wish): void {
  wishes.delete(wish);
  wish.grant(false);
}

function decideSoon(): void {
  clearTimeout(deciding);
  deciding = setTimeout(() => {
    const sorted = [...wishes]
      .map((wish) => ({ wish, distance: distanceOf(wish.element) }))
      .sort((one, other) => one.distance - other.distance);
    for (const [index, { wish }] of sorted.entries()) wish.grant(index < most);
  }, settled);
}

function distanceOf(element: Element): number {
  const { top, bottom } = element.getBoundingClientRect();
  return Math.abs((top + bottom) / 2 - innerHeight / 2);
}
