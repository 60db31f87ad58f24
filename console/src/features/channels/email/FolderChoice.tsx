import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { mailboxFoldersQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { failureText } from "../../session/failure-text.ts";

const most = 10;

type Props = { channelid: string; label: string; chosen: string[]; onChange: (folders: string[]) => void };

/** Lists the folders of a mailbox, read from its server. */
export function FolderChoice({ channelid, label, chosen, onChange }: Props) {
  const { t } = useTranslation();
  const found = useQuery(mailboxFoldersQuery(channelid));
  const toggle = (path: string, on: boolean) =>
    onChange(on ? [...chosen, path] : chosen.filter((one) => one !== path));
  return (
    <fieldset className="grid gap-1">
      <legend className="text-s font-semibold text-text-2">{label}</legend>
      {found.isPending && <Skeleton className="h-24 rounded-m" />}
      {found.error && (
        <p role="alert" className="text-s text-danger">
          {failureText(found.error, t)} <Button onClick={() => found.refetch()}>{t("common.retry")}</Button>
        </p>
      )}
      <ul className="max-h-56 overflow-y-auto">
        {found.data?.map(({ path }) => (
          <li key={path} className="flex min-h-9 items-center gap-2.5 text-s max-phone:min-h-11">
            <Checkbox
              label={path}
              checked={chosen.includes(path)}
              disabled={!chosen.includes(path) && chosen.length >= most}
              onChange={(on) => toggle(path, on)}
            />
            <span aria-hidden="true" className="min-w-0 break-words">
              {path}
            </span>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
