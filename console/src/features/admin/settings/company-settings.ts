import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";

export const companySettingsQuery = queryOptions({
  queryKey: ["admin", "settings"],
  queryFn: ({ signal }) => call("getSettings", { signal }),
});
