import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";

/** The key is below the accounts', whose changes come live. */
export const numbersKey = [...keys.channels, "numbers"];

export const numbersQuery = queryOptions({
  queryKey: numbersKey,
  queryFn: ({ signal }) => call("listWhatsappNumbers", { signal }),
});

export const businessProfileQuery = (id: string) =>
  queryOptions({
    queryKey: ["business profile", id],
    queryFn: ({ signal }) => call("getWhatsappProfile", { params: { id }, signal }),
  });

export const signupQuery = queryOptions({
  queryKey: ["sign-up settings"],
  queryFn: ({ signal }) => call("getWhatsappSignup", { signal }),
});
