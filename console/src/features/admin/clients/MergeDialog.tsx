import type { ClientRow } from "@parley/contract/client-profiles";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { foundClientsQuery, isReserved, refreshClients } from "../client-queries.ts";

/** A proposal names the other client. */
type Props = { kept: ClientRow; other?: ClientRow; onClose: () => void };

/** Finds the other client and, once chosen, shows the effect before it merges. */
export function MergeDialog({ kept, other, onClose }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [term, setTerm] = useState("");
  const [chosen, setChosen] = useState<ClientRow | null>(other ?? null);
  const { data: found = [], isFetching, isError } = useQuery(foundClientsQuery(term.trim()));
  const searching = !isReserved(term);
  const others = !searching ? [] : found.filter(({ clientid }) => clientid !== kept.clientid);
  const merge = useMutation({
    mutationFn: ({ clientid }: ClientRow) =>
      call("mergeClients", { params: { id: kept.clientid }, body: { clientid } }),
    onSuccess: async (_row, { client_name }) => {
      toast(t("clients.mergedNow", { other: client_name, kept: kept.client_name }));
      onClose();
      await refreshClients(cache);
    },
  });
  return (
    <Dialog open onClose={onClose} title={t("clients.mergeTitle", { name: kept.client_name })}>
      {chosen ? (
        <div className="mt-3 grid gap-2 text-text-2">
          <p>{t("clients.mergeHint", { other: chosen.client_name, kept: kept.client_name })}</p>
          {chosen.blocked_on !== kept.blocked_on && (
            <p className="text-warn">{t("clients.mergeBlocked", { kept: kept.client_name })}</p>
          )}
        </div>
      ) : (
        <div className="mt-4 grid gap-3">
          <Field
            label={t("clients.search")}
            type="search"
            value={term}
            onChange={({ target }) => setTerm(target.value)}
          />
          <ul className="grid max-h-64 min-h-24 content-start gap-1 overflow-y-auto" aria-busy={isFetching}>
            {others.map((client) => (
              <li key={client.clientid}>
                <button
                  type="button"
                  onClick={() => setChosen(client)}
                  className="flex min-h-11 w-full items-center gap-3 rounded-m px-2 py-1.5 text-left text-s hover:bg-raised"
                >
                  <Avatar name={client.client_name} picture={client.picture} size={36} />
                  <span className="min-w-0 flex-1 truncate font-semibold">{client.client_name}</span>
                  <span className="font-mono text-xs text-text-3">{client.short_id}</span>
                </button>
              </li>
            ))}
            {searching && !isFetching && others.length === 0 && (
              <li className="px-2 py-3 text-s text-danger">
                {t(isError ? "clients.failed" : "clients.noneFound")}
              </li>
            )}
          </ul>
        </div>
      )}
      <p role="alert" className="mt-2 text-s text-danger empty:hidden">
        {merge.error && failureText(merge.error, t)}
      </p>
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={chosen && !other ? () => setChosen(null) : onClose}>{t("common.cancel")}</Button>
        {chosen && (
          <Button look="primary" disabled={merge.isPending} onClick={() => merge.mutate(chosen)}>
            {t("clients.merge")}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
