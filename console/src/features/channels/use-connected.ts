import type { Platform } from "@parley/contract/values";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router";
import { keys } from "../../api/queries.ts";
import { toast } from "../../ui/toast.ts";
import { accountsQuery } from "./accounts-query.ts";
import { searchOf } from "./tab/place.ts";
import type { Connected } from "./tab/props.ts";

/** Says after a form has connected an account that it is connected, and leads to its card, which is marked. */
export function useConnected(service: Platform) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { pathname, hash } = useLocation();
  return useCallback(
    async ({ said, is }: Connected) => {
      toast(said);
      await cache.invalidateQueries({ queryKey: keys.channels });
      const account = cache.getQueryData(accountsQuery.queryKey)?.find(is);
      await navigate(
        { pathname, search: searchOf({ service }), hash },
        { replace: true, state: { connected: account?.channelid } },
      );
    },
    [cache, navigate, pathname, hash, service],
  );
}
