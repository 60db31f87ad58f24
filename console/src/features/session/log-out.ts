import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { call } from "../../api/client.ts";
import { keys } from "../../api/queries.ts";
import { loggedOut, paths } from "../../paths.ts";
import { toast } from "../../ui/toast.ts";
import { failureText } from "./failure-text.ts";
import { noteSessionEnd } from "./session-end.ts";

/** Signs out and clears the session. */
export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { t } = useTranslation();
  return async () => {
    try {
      await call("signOut");
    } catch (error) {
      // The session may still exist: leaving the screen would only look like signing out.
      toast(error instanceof Error ? failureText(error, t) : t("common.unreachable"), "danger");
      return;
    }
    noteSessionEnd("signed_out");
    cache.setQueryData(keys.session, { status: "invalid" });
    await navigate(paths.signIn, { replace: true, state: { ...loggedOut, why: "signed_out" } });
  };
}
