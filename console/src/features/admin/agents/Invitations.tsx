import type { Invitation, Invited } from "@parley/contract/invitations";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Send, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { invitationsQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { showDateTime } from "../../../ui/time.ts";
import { toast } from "../../../ui/toast.ts";
import { nameOf } from "../../people/colleagues/name.ts";
import { failureText } from "../../session/failure-text.ts";
import { InvitationLink } from "./InvitationLink.tsx";

/** People who were invited and have not accepted yet; renders nothing without any. */
export function Invitations() {
  const { t } = useTranslation();
  const { data = [], isError, refetch } = useQuery(invitationsQuery);
  const [shown, setShown] = useState<Invited | null>(null);
  if (isError && data.length === 0) {
    return (
      <p role="alert" className="mb-4 flex flex-wrap items-center gap-3 text-s text-danger">
        {t("adminAgents.invitationsFailed")}
        <Button size="small" onClick={() => refetch()}>
          {t("common.retry")}
        </Button>
      </p>
    );
  }
  if (data.length === 0 && !shown) return null;
  return (
    <section
      aria-labelledby="invitations"
      className="mb-4 overflow-hidden rounded-card border border-line bg-pane"
    >
      <h2 id="invitations" className="border-b border-line px-4 py-3 font-semibold">
        {t("adminAgents.invitations")} <span className="text-text-3 tabular-nums">{data.length}</span>
      </h2>
      <ul className="max-h-80 divide-y divide-line overflow-y-auto">
        {data.map((invitation) => (
          <Line key={invitation.invitationid} invitation={invitation} onLink={setShown} />
        ))}
      </ul>
      {shown?.link && (
        <Dialog open onClose={() => setShown(null)} title={t("adminAgents.linkTitle")}>
          <InvitationLink link={shown.link} name={nameOf(shown.invitation)} onDone={() => setShown(null)} />
        </Dialog>
      )}
    </section>
  );
}

type LineProps = { invitation: Invitation; onLink: (invited: Invited) => void };

function Line({ invitation, onLink }: LineProps) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const name = nameOf(invitation);
  const { invitationid, email, department_name, role, sent_on, expires_on, invited_by_name } = invitation;
  const expired = new Date(expires_on) <= new Date();
  const failed = (error: Error) => toast(failureText(error, t), "danger");
  const settled = () => cache.invalidateQueries({ queryKey: invitationsQuery.queryKey });
  const again = useMutation({
    mutationFn: () => call("inviteAgain", { body: { invitationid } }),
    onSuccess: (invited) =>
      invited.link ? onLink(invited) : toast(t("adminAgents.invitationSent", { email })),
    onError: failed,
    onSettled: settled,
  });
  const withdraw = useMutation({
    mutationFn: () => call("withdrawInvitation", { body: { invitationid } }),
    onSuccess: () => toast(t("adminAgents.withdrawn", { name })),
    onError: failed,
    onSettled: settled,
  });
  const busy = again.isPending || withdraw.isPending;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-s">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="wrap-anywhere text-text-2">{email}</p>
      </div>
      <p className="min-w-0 flex-1 basis-40 text-text-2">
        {department_name}
        {role === "admin" && <span className="block text-text-3">{t("adminAgents.isAdmin")}</span>}
      </p>
      <p className="min-w-0 flex-1 basis-52 text-xs text-text-3">
        <span className="block">
          {t("adminAgents.invitedBy", { name: invited_by_name, time: showDateTime(sent_on) })}
        </span>
        {expired ? (
          <span className="font-semibold text-warn">{t("adminAgents.expired")}</span>
        ) : (
          t("adminAgents.validUntil", { time: showDateTime(expires_on) })
        )}
      </p>
      <div className="flex gap-2">
        <Button
          size="small"
          icon={<Send size={14} />}
          disabled={busy}
          aria-label={t("adminAgents.inviteAgainOne", { name })}
          onClick={() => again.mutate()}
        >
          {t("adminAgents.inviteAgain")}
        </Button>
        <Button
          size="small"
          look="quiet"
          icon={<X size={14} />}
          disabled={busy}
          aria-label={t("adminAgents.withdrawOne", { name })}
          onClick={() => withdraw.mutate()}
        >
          {t("adminAgents.withdraw")}
        </Button>
      </div>
    </li>
  );
}
