import { importPeriods } from "@parley/contract/import-periods";
import type { Mailbox } from "@parley/contract/mailboxes";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { Select } from "../../../ui/Select.tsx";
import { failureText } from "../../session/failure-text.ts";
import { FolderChoice } from "./FolderChoice.tsx";

type Days = (typeof importPeriods)[number];

/** Chooses the period and the folders of an import of older mail. */
export function FetchOlderMail({ mailbox, onClose }: { mailbox: Mailbox; onClose: () => void }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { channelid } = mailbox;
  const [days, setDays] = useState<Days>(30);
  const [folders, setFolders] = useState(mailbox.folders);
  const [leavesOpen, setLeavesOpen] = useState(false);
  const begin = useMutation({
    mutationFn: () =>
      call("beginMailImport", { params: { channelid }, body: { days, folders, leaves_open: leavesOpen } }),
    onSuccess: (changed) => {
      cache.setQueryData(keys.mailbox(channelid), changed);
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={t("channelEmail.import.title")}>
      <div className="mt-4 grid gap-4">
        <p className="text-s text-text-2">{t("channelEmail.import.hint")}</p>
        <div className="grid gap-1.5">
          <span aria-hidden="true" className="text-s font-semibold text-text-2">
            {t("channelEmail.import.period")}
          </span>
          <Select
            label={t("channelEmail.import.period")}
            value={String(days)}
            options={importPeriods.map((value) => ({
              value: String(value),
              label: t(`channelEmail.import.days.${value}`),
            }))}
            onChange={(value) => setDays(importPeriods.find((one) => String(one) === value) ?? days)}
            className="w-full"
          />
        </div>
        <FolderChoice
          channelid={channelid}
          label={t("channelEmail.import.folders")}
          chosen={folders}
          onChange={setFolders}
        />
        <div className="flex items-center gap-2.5 text-s">
          <Checkbox
            label={t("channelEmail.import.leavesOpen")}
            checked={leavesOpen}
            onChange={setLeavesOpen}
          />
          <span aria-hidden="true">{t("channelEmail.import.leavesOpen")}</span>
        </div>
        <FormMessage error={begin.error && failureText(begin.error, t)} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button
            look="primary"
            disabled={begin.isPending || folders.length === 0}
            onClick={() => begin.mutate()}
          >
            {t("channelEmail.import.start")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
