import type { Colleague } from "@parley/contract/agents";
import type { Profile } from "@parley/contract/sessions";
import fc from "fast-check";
import { expect, test } from "vitest";
import { agents, colleague, sharedTicket } from "../../../sample/build.ts";
import { type AgentUpdate, reduceColleagues, reduceProfile, renameHandler } from "./colleague-events.ts";
import { nameOf } from "./name.ts";

const named = (id: string, first_name: string): Colleague => ({
  ...colleague(id, "online"),
  first_name,
  last_name: "B",
});
const anna = named(agents.jonas.id, "Anna");
const carl = named(agents.naledi.id, "Carl");
const update = (row: typeof anna, facts: Partial<AgentUpdate> = {}): AgentUpdate => ({
  ...row,
  enabled: true,
  ...facts,
});
const viewer = agents.mira.id;

test("a list of colleagues that was not fetched stays so", () => {
  expect(reduceColleagues(undefined, update(anna))).toBeUndefined();
});

test("a changed picture keeps its position, a changed name moves to a new one", () => {
  const pictured = { ...anna, profile_pic: "/pictures/a.webp" };
  const late = update({ ...pictured, status: "offline" });
  expect(reduceColleagues([anna, carl], late)).toEqual([pictured, carl]);
  const renamed = { ...anna, first_name: "Zoe" };
  const moved = reduceColleagues([anna, carl], update(renamed));
  expect(moved).toEqual([carl, renamed]);
  expect(reduceColleagues(moved, update(renamed))).toEqual(moved);
});

test("a disabled colleague leaves, a new one is inserted by name", () => {
  const left = reduceColleagues([anna, carl], update(anna, { enabled: false }));
  expect(left).toEqual([carl]);
  expect(reduceColleagues(left, update(anna, { enabled: false }))).toEqual([carl]);
  expect(reduceColleagues([carl], update(anna))).toEqual([anna, carl]);
});

test("the viewer's own profile changes with their row, and not with a colleague's", () => {
  const own = { userid: viewer, firstName: "Mira", lang: "bg" } as Profile;
  expect(reduceProfile(own, update(anna))).toBe(own);
  expect(reduceProfile(own, update(named(viewer, "Mirela")))).toMatchObject({
    firstName: "Mirela",
    lang: "bg",
    departmentName: expect.any(String),
  });
});

test("tickets show their handler's new name", () => {
  const handled = sharedTicket({ userid: anna.userid, user_name: "Anna A" });
  expect(renameHandler(handled, update(anna)).user_name).toBe("Anna B");
  expect(renameHandler(handled, update(carl))).toBe(handled);
});

/** The answer of a fetch: the enabled people, by name. */
function fresh(people: Map<string, AgentUpdate>): Colleague[] {
  return [...people.values()]
    .filter(({ enabled }) => enabled)
    .map(({ enabled: _, ...row }) => row)
    .sort((a, b) => nameOf(a).localeCompare(nameOf(b)));
}

test("an old state plus the events since equals a fresh fetch", () => {
  const ids = [viewer, agents.jonas.id, agents.naledi.id, agents.ingrid.id];
  // Names are unique here, since the order of equal names would be by their ids.
  const change = fc.record({
    who: fc.nat({ max: ids.length - 1 }),
    name: fc.constantFrom("Ada", "Ben", "Zoë"),
    enabled: fc.boolean(),
    twice: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      const people = new Map<string, AgentUpdate>();
      let shown: Colleague[] | undefined = fresh(people);
      for (const { who, name, enabled, twice } of changes) {
        const event = update(named(ids[who] ?? "", `${name} ${who}`), { enabled });
        people.set(event.userid, event);
        for (let times = 0; times < (twice ? 2 : 1); times++) {
          shown = reduceColleagues(shown, event);
        }
        expect(shown).toEqual(fresh(people));
      }
    }),
  );
});
