import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { createJournal } from "./journal.ts";

const key = ["numbers"];

function world() {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const journal = createJournal(cache);
  const receive = (number: number) =>
    journal.record(() =>
      cache.setQueryData<number[]>(key, (old) => (old?.includes(number) ? old : [...(old ?? []), number])),
    );
  const fetching = Promise.withResolvers<number[]>();
  const fetch = () => cache.fetchQuery({ queryKey: key, queryFn: () => fetching.promise });
  return { cache, receive, fetch, fetching, shown: () => cache.getQueryData(key) };
}

test("an event that arrives during a fetch outlives its answer", async () => {
  const { receive, fetch, fetching, shown } = world();
  const fetched = fetch();
  receive(3);
  receive(4);
  fetching.resolve([1, 2]);
  await fetched;
  expect(shown()).toEqual([1, 2, 3, 4]);
});

test("an event during a fetch that began before the journal outlives its answer", async () => {
  const cache = new QueryClient();
  const answer = Promise.withResolvers<number[]>();
  const fetched = cache.fetchQuery({ queryKey: key, queryFn: () => answer.promise });
  const journal = createJournal(cache);
  journal.record(() => cache.setQueryData<number[]>(key, (old) => old && [...old, 2]));
  answer.resolve([1]);
  await fetched;
  expect(cache.getQueryData(key)).toEqual([1, 2]);
});

test("an event that the answer knows already is not applied on top of it", async () => {
  const { receive, fetch, fetching, shown } = world();
  receive(1);
  const fetched = fetch();
  receive(2);
  fetching.resolve([1, 2]);
  await fetched;
  expect(shown()).toEqual([1, 2]);
});

test("only events since the fetch began are applied again", async () => {
  const { cache, receive, fetch, fetching, shown } = world();
  const other = Promise.withResolvers<null>();
  const longFetch = cache.fetchQuery({ queryKey: ["other"], queryFn: () => other.promise });
  receive(1);
  const fetched = fetch();
  receive(2);
  fetching.resolve([]);
  await fetched;
  expect(shown()).toEqual([2]);
  other.resolve(null);
  await longFetch;
});

test("a fetch that fails changes nothing and keeps nothing", async () => {
  const { cache, receive, fetch, fetching, shown } = world();
  const fetched = fetch();
  receive(1);
  fetching.reject(new Error("no answer"));
  await expect(fetched).rejects.toThrow("no answer");
  expect(shown()).toEqual([1]);
  await cache.fetchQuery({ queryKey: key, queryFn: async () => [7] });
  expect(shown()).toEqual([7]);
});
