import { limits } from "@parley/contract/limits";
import type { Ticket } from "@parley/contract/tickets";
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { addressOf } from "./address.ts";
import { closedTicketsQuery, openTicketsQuery, ticketSearch } from "./queries.ts";

test("a phrase is searched as typed", () => {
  expect(addressOf("searchTickets", { params: ticketSearch("rosa", "open") }).address).toMatch(
    /\/search-ticket\/rosa\/open$/,
  );
});

test("any phrase is one segment of the address, which a browser does not shorten", () => {
  for (const phrase of [".", "..", "a/b", "100 %", "?", "#1"]) {
    const { address } = addressOf("searchTickets", { params: ticketSearch(phrase, "open") });
    const { pathname, search } = new URL(address, "http://desk");
    const [, , keyword = "", state] = pathname.split("/");
    expect([decodeURIComponent(keyword).trim(), state, search]).toEqual([phrase, "open", ""]);
  }
});

const tickets = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({ ticketid: `t${from + at}` }) as Ticket);

describe("fetching open tickets", () => {
  const asked: string[] = [];
  const gate = { current: Promise.withResolvers<void>() };
  let all: Ticket[] = [];
  beforeEach(() => {
    asked.length = 0;
    gate.current = Promise.withResolvers();
    vi.stubGlobal("fetch", async (address: string) => {
      asked.push(address);
      const limit = Number(new URL(address, "http://desk").searchParams.get("limit") ?? 0);
      if (!limit) await gate.current.promise;
      return new Response(JSON.stringify(limit ? all.slice(0, limit) : all));
    });
    return () => vi.unstubAllGlobals();
  });
  const shown = (cache: QueryClient) => cache.getQueryData(openTicketsQuery.queryKey)?.length;

  test("a list shorter than a screen is fetched with one call", async () => {
    all = tickets(5);
    expect(await new QueryClient().fetchQuery(openTicketsQuery)).toHaveLength(5);
    expect(asked).toEqual([`/tickets?limit=${limits.openTicketsFirst}`]);
  });

  test("the first of many open tickets are shown before the others come", async () => {
    all = tickets(200);
    const cache = new QueryClient();
    const fetched = cache.fetchQuery(openTicketsQuery);
    await vi.waitFor(() => expect(shown(cache)).toBe(limits.openTicketsFirst));
    gate.current.resolve();
    expect(await fetched).toEqual(all);
    expect(asked).toEqual([`/tickets?limit=${limits.openTicketsFirst}`, "/tickets"]);
  });

  test("a second fetch replaces the first tickets, and no other leaves meanwhile", async () => {
    const cache = new QueryClient();
    cache.setQueryData(openTicketsQuery.queryKey, tickets(450, 40));
    all = tickets(500);
    const fetched = cache.fetchQuery({ ...openTicketsQuery, staleTime: 0 });
    await vi.waitFor(() => expect(shown(cache)).toBe(490));
    gate.current.resolve();
    expect(await fetched).toHaveLength(500);
  });

  test("a list of some length that is on screen already is fetched with one call, as after a reconnection", async () => {
    const cache = new QueryClient();
    cache.setQueryData(openTicketsQuery.queryKey, tickets(100));
    all = tickets(110);
    gate.current.resolve();
    expect(await cache.fetchQuery({ ...openTicketsQuery, staleTime: 0 })).toEqual(all);
    expect(asked).toEqual(["/tickets"]);
  });
});

test("a page of closed tickets begins after the last one here", () => {
  const { getNextPageParam } = closedTicketsQuery;
  const pages = [tickets(10), tickets(3, 10)];
  expect(getNextPageParam(pages[1] ?? [], pages, { offset: 10 }, [])).toEqual({ offset: 13, before: "t12" });
  expect(getNextPageParam([], [...pages, []], { offset: 13 }, [])).toBeUndefined();
});
