import type { AutomaticMessage } from "@parley/contract/automatic";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CloudOff, MessageSquareReply, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { AutomaticForm } from "./AutomaticForm.tsx";
import { automaticQuery } from "./queries.ts";

/** The automatic messages; the form of one replaces the list. */
export function AutomaticMessages() {
  const { t } = useTranslation();
  const { data, isPending, refetch } = useQuery(automaticQuery);
  const [editing, setEditing] = useState<AutomaticMessage | "new" | null>(null);
  const [deleting, setDeleting] = useState<AutomaticMessage | null>(null);
  const { toggle, remove } = useChanges();
  if (isPending) return <Skeleton className="h-72 max-w-3xl rounded-card" />;
  if (!data) {
    return (
      <PaneState alert icon={<CloudOff />} title={t("automatic.failed")}>
        <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </PaneState>
    );
  }
  if (editing) {
    return <AutomaticForm message={editing === "new" ? null : editing} onDone={() => setEditing(null)} />;
  }
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-60 text-s text-text-2">{t("automatic.hint")}</p>
        <Button look="primary" icon={<Plus size={16} />} onClick={() => setEditing("new")}>
          {t("automatic.add")}
        </Button>
      </div>
      {data.length === 0 ? (
        <PaneState icon={<MessageSquareReply />} title={t("automatic.none")} />
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-pane">
          {data.map((message) => (
            <li key={message.automaticid} className="flex items-center gap-3 px-4 py-3">
              <Switch
                label={t("automatic.switch", { name: message.name })}
                checked={message.enabled}
                onChange={(enabled) => toggle.mutate({ ...message, enabled })}
              />
              <div className="min-w-0 flex-1">
                <h3 className="truncate font-semibold">{message.name}</h3>
                <p className="truncate text-xs text-text-3">
                  {t(`automatic.occasions.${message.occasion}`)} · {Object.keys(message.texts).join(", ")}
                </p>
              </div>
              <IconButton
                label={t("automatic.edit", { name: message.name })}
                onClick={() => setEditing(message)}
              >
                <Pencil size={16} />
              </IconButton>
              <IconButton
                label={t("automatic.delete", { name: message.name })}
                onClick={() => setDeleting(message)}
              >
                <Trash2 size={16} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {deleting && (
        <Dialog
          open
          onClose={() => setDeleting(null)}
          title={t("automatic.deleteTitle", { name: deleting.name })}
          description={t("automatic.deleteHint")}
        >
          <div className="mt-5 flex justify-end gap-2">
            <Button onClick={() => setDeleting(null)}>{t("common.cancel")}</Button>
            <Button
              look="danger"
              onClick={() => {
                remove.mutate(deleting.automaticid);
                setDeleting(null);
              }}
            >
              {t("automatic.deleteNow")}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

/** The switch flips at once and goes back when the server refuses. */
function useChanges() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const queryKey = keys.automaticMessages;
  const refresh = () => cache.invalidateQueries({ queryKey });
  const failed = (error: Error) => toast(failureText(error, t), "danger");
  const toggle = useMutation({
    mutationFn: ({ automaticid, enabled }: AutomaticMessage) =>
      call("switchAutomatic", { params: { automaticid }, body: { enabled } }),
    onMutate: (changed) =>
      cache.setQueryData<AutomaticMessage[]>(queryKey, (list) =>
        list?.map((one) => (one.automaticid === changed.automaticid ? changed : one)),
      ),
    onError: failed,
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (automaticid: string) => call("deleteAutomatic", { params: { automaticid } }),
    onError: failed,
    onSettled: refresh,
  });
  return { toggle, remove };
}
