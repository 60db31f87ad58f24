import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import type { Connection } from "../../../http/live/engine.ts";
import { shareNetworks } from "./network-share.ts";

/** The parts of an engine.io connection that the share uses. */
function connection() {
  const events = new EventEmitter();
  let isOpen = true;
  const close = () => {
    isOpen = false;
    events.emit("close");
  };
  const made = Object.assign(events, { transport: {}, close }) as unknown as Connection;
  return { made, close, isOpen: () => isOpen };
}

const share = () => shareNetworks({ info: () => undefined }, { waiting: 3, known: 4 });

test("the oldest connection that does not ask to be let in makes room", () => {
  const networks = share();
  const all = Array.from({ length: 5 }, connection);
  for (const { made } of all) networks.opened(made, "here");
  expect(all.map(({ isOpen }) => isOpen())).toEqual([false, false, true, true, true]);
});

test("a full network closes one connection of the visitor with the most, and none of those with one", () => {
  const networks = share();
  const open = (visitor: string, network = "here") => {
    const one = connection();
    networks.opened(one.made, network);
    networks.admitted(one.made, network, visitor);
    return one;
  };
  const nina = open("nina");
  const crowd = [open("rosa"), open("rosa"), open("rosa")];
  const omar = open("omar");
  expect([nina, ...crowd, omar].map(({ isOpen }) => isOpen())).toEqual([true, false, true, true, true]);
  const aylin = open("aylin");
  expect([nina, ...crowd, omar, aylin].map(({ isOpen }) => isOpen())).toEqual([
    true,
    false,
    false,
    true,
    true,
    true,
  ]);
  expect(open("late").isOpen()).toBe(false);
  nina.close();
  expect(open("next").isOpen()).toBe(true);
  expect(open("elsewhere", "there").isOpen()).toBe(true);
});
