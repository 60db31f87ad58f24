import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { channelsQuery } from "../../../api/queries.ts";
import { Choice } from "./Choice.tsx";

type Props = { mail: string | null; onChange: (mail: string | null) => void };

const own = "own";

/** The account that mails answers to visitors who left. Without such accounts there is nothing to choose. */
export function MailAccount({ mail, onChange }: Props) {
  const { t } = useTranslation();
  const { data = [] } = useQuery(channelsQuery);
  const accounts = data
    .filter(({ starts_by }) => starts_by === "mail")
    .map(({ channelid, name, username }) => ({
      value: channelid,
      label: username && username !== name ? `${name} (${username})` : name,
    }));
  const known = mail === null || accounts.some(({ value }) => value === mail);
  if (known && accounts.length === 0) return null;
  return (
    <div className="grid gap-1.5">
      <Choice
        label={t("channelWeb.left.title")}
        value={mail ?? own}
        options={[
          { value: own, label: t("channelWeb.left.own") },
          ...accounts,
          ...(known ? [] : [{ value: mail, label: t("channelWeb.left.gone") }]),
        ]}
        onChange={(to) => onChange(to === own ? null : to)}
      />
      <p className="text-xs text-text-3">{t("channelWeb.left.hint")}</p>
    </div>
  );
}
