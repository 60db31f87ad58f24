import type { LoginAnswer } from "@parley/contract/sessions";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearchParams } from "react-router";
import { afterSignIn } from "../../paths.ts";
import { clearUnsentOfOthers } from "./clear-unsent.ts";

/** What follows when somebody is in: nothing of whoever was here before, and on to where they wanted. */
export function useCompleteSignIn(): (answer: Pick<LoginAnswer, "user">) => Promise<void> {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [search] = useSearchParams();
  return async ({ user }) => {
    clearUnsentOfOthers(user.id);
    cache.clear();
    await navigate(afterSignIn(search), { replace: true });
  };
}
