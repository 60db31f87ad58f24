import type { OpenedInvitation } from "@parley/contract/invitations";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { post, Refused } from "../../api/client.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/Button.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { EntryLink } from "../session/EntryLink.tsx";
import { EntryPage } from "../session/EntryPage.tsx";
import { failureText } from "../session/failure-text.ts";
import { AcceptForm } from "./AcceptForm.tsx";

/** Where the mail of an invitation leads. The token stands behind the #, which no server is sent. */
export function InvitationPage() {
  const { t } = useTranslation();
  const token = useLocation().hash.slice(1);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => post<OpenedInvitation>("/open-invitation", { token }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });
  return (
    <EntryPage
      title={data ? t("invitation.title", { company: data.companyName }) : t("invitation.plainTitle")}
      lead={data ? t("invitation.lead", { name: data.firstName }) : ""}
      footer={<EntryLink to={paths.signIn}>{t("invitation.toSignIn")}</EntryLink>}
    >
      {isPending && (
        <div role="status" aria-label={t("invitation.loading")}>
          <Skeleton className="h-64 rounded-m" />
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
      {data && <AcceptForm token={token} email={data.email} />}
    </EntryPage>
  );
}
