import type { LoginAnswer } from "@parley/contract/sessions";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearchParams } from "react-router";
import { afterSignIn } from "../../../paths.ts";
import { clearUnsentOfOthers } from "./clear-unsent.ts";

/** After signing in: clears another agent's data in this browser and opens the requested page. */
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
