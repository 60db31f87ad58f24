import { abilitiesOf } from "@parley/contract/abilities";
import type { MergeProposal } from "@parley/contract/merge-proposals";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { adminPaths } from "../../../paths.ts";
import { Button } from "../../../ui/Button.tsx";
import { MoreRow } from "../../../ui/MoreRow.tsx";
import { showCount } from "../../../ui/number.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { useProfile } from "../../session/viewer.ts";
import { mergeProposalsQuery } from "../client-queries.ts";
import { MergeDialog } from "./MergeDialog.tsx";

/** Clients who may be the same person, of one client or of all, each pair with what both have proved. */
export function MergeProposals({ clientid }: { clientid?: string }) {
  const { t, i18n } = useTranslation();
  const { role } = useProfile();
  const list = useInfiniteQuery({
    ...mergeProposalsQuery(clientid),
    enabled: abilitiesOf(role).has("manageClients"),
  });
  const [merging, setMerging] = useState<MergeProposal | null>(null);
  const proposals = list.data?.pages.flatMap((page) => page.proposals) ?? [];
  const total = list.data?.pages.at(-1)?.total ?? 0;
  if (proposals.length === 0) return null;
  const title = `${t(clientid ? "organisations.proposals" : "organisations.moreProposals")} · ${showCount(total, i18n.language)}`;
  return (
    <section aria-label={title} className="mb-4 rounded-card border border-line bg-pane p-4">
      <h2 className="font-semibold">{title}</h2>
      <p className="text-xs text-text-3">{t("organisations.proposalsHint")}</p>
      <ul className="mt-2 grid max-h-72 divide-y divide-line overflow-y-auto">
        {proposals.map((proposal) => (
          <Pair
            key={`${proposal.client.clientid} ${proposal.other.clientid}`}
            proposal={proposal}
            onMerge={() => setMerging(proposal)}
          />
        ))}
        <MoreRow list={list} label={t("organisations.more")} failed={t("organisations.moreFailed")} />
      </ul>
      {merging && (
        <MergeDialog kept={merging.client} other={merging.other} onClose={() => setMerging(null)} />
      )}
    </section>
  );
}

type PairProps = { proposal: MergeProposal; onMerge: () => void };

function Pair({ proposal: { client, other, reasons }, onMerge }: PairProps) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { mutate: dismiss, isPending } = useMutation({
    mutationFn: () =>
      call("dismissMergeProposal", { body: { clientid: client.clientid, otherid: other.clientid } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: keys.organisations }),
    onError: (error) => toast(t("organisations.refused", { reason: failureText(error, t) }), "danger"),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5 text-s">
      <span className="min-w-0 flex-1 basis-64">
        <span className="block wrap-anywhere">
          {[client, other].map(({ clientid, client_name, short_id }, at) => (
            <span key={clientid}>
              {at === 1 && " · "}
              <Link
                to={adminPaths.client(short_id)}
                className="font-semibold hover:text-accent-text hover:underline"
              >
                <bdi>{client_name}</bdi>
              </Link>{" "}
              <span className="font-mono text-xs text-text-3">{short_id}</span>
            </span>
          ))}
        </span>
        <span className="block text-xs wrap-anywhere text-text-3">
          {reasons.map(({ kind, value }) => t(`organisations.proof.${kind}`, { value })).join(", ")}
        </span>
      </span>
      <span className="flex gap-2">
        <Button size="small" disabled={isPending} onClick={() => dismiss()}>
          {t("organisations.different")}
        </Button>
        <Button size="small" look="primary" onClick={onMerge}>
          {t("organisations.merge")}
        </Button>
      </span>
    </li>
  );
}
