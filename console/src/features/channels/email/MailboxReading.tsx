import type { Mailbox } from "@parley/contract/mailboxes";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { Select } from "../../../ui/Select.tsx";
import { failureText } from "../../session/failure-text.ts";
import { FolderChoice } from "./FolderChoice.tsx";

const afterwardsChoices: Mailbox["afterwards"][] = ["leave", "seen", "delete"];

/** The folders that are read, the handling of a read mail, and the key its domain signs with. */
export function MailboxReading({ mailbox, onClose }: { mailbox: Mailbox; onClose: () => void }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const authservNote = useId();
  const { channelid } = mailbox;
  const [folders, setFolders] = useState(mailbox.folders);
  const [afterwards, setAfterwards] = useState(mailbox.afterwards);
  const [selector, setSelector] = useState(mailbox.dkim_selector ?? "");
  const [authserv, setAuthserv] = useState(mailbox.authserv_id ?? "");
  const change = useMutation({
    mutationFn: () =>
      call("changeMailbox", {
        params: { channelid },
        body: {
          folders,
          afterwards,
          dkim_selector: selector.trim() || null,
          authserv_id: authserv.trim() || null,
        },
      }),
    onSuccess: (changed) => {
      cache.setQueryData(keys.mailbox(channelid), changed);
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={t("channelEmail.reading.title")}>
      <div className="mt-4 grid gap-4">
        <FolderChoice
          channelid={channelid}
          label={t("channelEmail.reading.folders")}
          chosen={folders}
          onChange={setFolders}
        />
        <div className="grid gap-1.5">
          <span aria-hidden="true" className="text-s font-semibold text-text-2">
            {t("channelEmail.reading.afterwards")}
          </span>
          <Select
            label={t("channelEmail.reading.afterwards")}
            value={afterwards}
            options={afterwardsChoices.map((value) => ({
              value,
              label: t(`channelEmail.reading.${value}`),
            }))}
            onChange={setAfterwards}
            className="w-full"
          />
        </div>
        <Field
          label={
            mailbox.dkim_found
              ? t("channelEmail.reading.selectorFound", { selector: mailbox.dkim_found })
              : t("channelEmail.reading.selector")
          }
          value={selector}
          onChange={(event) => setSelector(event.target.value)}
          maxLength={63}
          autoComplete="off"
          spellCheck={false}
          placeholder="s1"
        />
        <div className="grid gap-1.5">
          <Field
            label={t("channelEmail.reading.authserv")}
            value={authserv}
            onChange={(event) => setAuthserv(event.target.value)}
            maxLength={253}
            autoComplete="off"
            spellCheck={false}
            placeholder="mx.example.com"
            aria-describedby={authservNote}
          />
          <p id={authservNote} className="text-xs text-text-2">
            {t("channelEmail.reading.authservNote")}
          </p>
        </div>
        <FormMessage error={change.error && failureText(change.error, t)} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button
            look="primary"
            disabled={change.isPending || folders.length === 0}
            onClick={() => change.mutate()}
          >
            {t("channelEmail.reading.save")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
