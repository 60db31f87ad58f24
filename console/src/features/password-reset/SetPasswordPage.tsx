import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { post, Refused } from "../../api/client.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { EntryLink } from "../session/EntryLink.tsx";
import { EntryPage } from "../session/EntryPage.tsx";
import { failureText } from "../session/failure-text.ts";
import { PasswordStep } from "./PasswordStep.tsx";

/** Where the mail leads with which an administrator asks for a new password. */
export function SetPasswordPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const token = useLocation().hash.slice(1);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["reset", token],
    queryFn: () => post<{ email: string }>("/open-reset", { token }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });
  return (
    <EntryPage
      title={t("passwordReset.linkTitle")}
      lead={data ? t("passwordReset.linkLead", { email: data.email }) : ""}
      footer={<EntryLink to={paths.signIn}>{t("passwordReset.toSignIn")}</EntryLink>}
    >
      {isPending && (
        <div role="status" aria-label={t("passwordReset.linkLoading")}>
          <Skeleton className="h-48 rounded-m" />
        </div>
      )}
      {error && !data && (
        <div className="grid gap-4">
          <p role="alert" className="text-center text-balance">
            {failureText(error, t, error.message)}
          </p>
          {!(error instanceof Refused) && <Button onClick={() => refetch()}>{t("common.retry")}</Button>}
        </div>
      )}
      {data && (
        <PasswordStep
          email={data.email}
          notice={null}
          onAgain={() => navigate(paths.forgotPassword)}
          onDone={() => navigate(paths.signIn, { replace: true, state: { email: data.email } })}
        />
      )}
    </EntryPage>
  );
}
