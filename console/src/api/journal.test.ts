import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { createJournal } from "./journal.ts";

const key = ["numbers"];

function world() {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const journal = createJournal(cache);
  const hear = (number: number) =>
    journal.record(() =>
      cache.setQueryData<number[]>(key, (old) => (old?.includes(number) ? old : [...(old ?? []), number])),
    );
  const fetching = Promise.withResolvers<number[]>();
  const fetch = () => cache.fetchQuery({ queryKey: key, queryFn: () => fetching.promise });
  return { cache, hear, fetch, fetching, shown: () => cache.getQueryData(key) };
}

test("what was heard while a fetch was on its way outlives its answer", async () => {
  const { hear, fetch, fetching, shown } = world();
  const fetched = fetch();
  hear(3);
  hear(4);
  fetching.resolve([1, 2]);
  await fetched;
  expect(shown()).toEqual([1, 2, 3, 4]);
});

test("what the answer knows already is not applied on top of it", async () => {
  const { hear, fetch, fetching, shown } = world();
  hear(1);
  const fetched = fetch();
  hear(2);
  fetching.resolve([1, 2]);
  await fetched;
  expect(shown()).toEqual([1, 2]);
});

test("only what came since that fetch began is applied again", async () => {
  const { cache, hear, fetch, fetching, shown } = world();
  const other = Promise.withResolvers<null>();
  const longFetch = cache.fetchQuery({ queryKey: ["other"], queryFn: () => other.promise });
  hear(1);
  const fetched = fetch();
  hear(2);
  fetching.resolve([]);
  await fetched;
  expect(shown()).toEqual([2]);
  other.resolve(null);
  await longFetch;
});

test("a fetch that fails changes nothing and keeps nothing", async () => {
  const { cache, hear, fetch, fetching, shown } = world();
  const fetched = fetch();
  hear(1);
  fetching.reject(new Error("no answer"));
  await expect(fetched).rejects.toThrow("no answer");
  expect(shown()).toEqual([1]);
  await cache.fetchQuery({ queryKey: key, queryFn: async () => [7] });
  expect(shown()).toEqual([7]);
});
