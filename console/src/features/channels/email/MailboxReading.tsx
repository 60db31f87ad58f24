import type { Mailbox } from "@parley/contract/mailboxes";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys, mailboxFoldersQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { Select } from "../../../ui/Select.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { failureText } from "../../session/failure-text.ts";

const most = 10;
const afterwardsChoices: Mailbox["afterwards"][] = ["leave", "seen", "delete"];

/** The folders that are read, what happens to a mail then, and the key its domain signs with. */
export function MailboxReading({ mailbox, onClose }: { mailbox: Mailbox; onClose: () => void }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { channelid } = mailbox;
  const [folders, setFolders] = useState(mailbox.folders);
  const [afterwards, setAfterwards] = useState(mailbox.afterwards);
  const [selector, setSelector] = useState(mailbox.dkim_selector ?? "");
  const found = useQuery(mailboxFoldersQuery(channelid));
  const change = useMutation({
    mutationFn: () =>
      call("changeMailbox", {
        params: { channelid },
        body: { folders, afterwards, dkim_selector: selector.trim() || null },
      }),
    onSuccess: (changed) => {
      cache.setQueryData(keys.mailbox(channelid), changed);
      onClose();
    },
  });
  const toggle = (path: string, on: boolean) =>
    setFolders(on ? [...folders, path] : folders.filter((one) => one !== path));
  return (
    <Dialog open onClose={onClose} title={t("channelEmail.reading.title")}>
      <div className="mt-4 grid gap-4">
        <fieldset className="grid gap-1">
          <legend className="text-s font-semibold text-text-2">{t("channelEmail.reading.folders")}</legend>
          {found.isPending && <Skeleton className="h-24 rounded-m" />}
          {found.error && (
            <p role="alert" className="text-s text-danger">
              {failureText(found.error, t)}{" "}
              <Button onClick={() => found.refetch()}>{t("common.retry")}</Button>
            </p>
          )}
          <ul className="max-h-56 overflow-y-auto">
            {found.data?.map(({ path }) => (
              <li key={path} className="flex min-h-9 items-center gap-2.5 text-s max-phone:min-h-11">
                <Checkbox
                  label={path}
                  checked={folders.includes(path)}
                  disabled={!folders.includes(path) && folders.length >= most}
                  onChange={(on) => toggle(path, on)}
                />
                <span aria-hidden="true" className="min-w-0 break-words">
                  {path}
                </span>
              </li>
            ))}
          </ul>
        </fieldset>
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
          label={t("channelEmail.reading.selector")}
          value={selector}
          onChange={(event) => setSelector(event.target.value)}
          maxLength={63}
          autoComplete="off"
          spellCheck={false}
          placeholder="s1"
        />
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
