import { abilitiesOf } from "@parley/contract/abilities";
import type { ClientRow } from "@parley/contract/client-profiles";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { adminPaths } from "../../../paths.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { DataTable } from "../../../ui/DataTable.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { shortenName, shortenText } from "../../../ui/shorten.ts";
import { tableLook } from "../../../ui/table.ts";
import { useProfile } from "../../session/viewer.ts";
import { useFields } from "../../tickets/fields/fields-query.ts";
import { valueText } from "../../tickets/fields/value-text.ts";
import { TagChips } from "../../tickets/tags/TagChips.tsx";
import { useChosenColumns } from "../page/table-columns.ts";
import { useBlock } from "./block.ts";
import { useClientColumns } from "./client-columns.ts";

export function ClientTable({ clients }: { clients: ClientRow[] }) {
  const { t } = useTranslation();
  const columns = useClientColumns();
  const { chosen } = useChosenColumns("clients", columns);
  const shown = columns.filter(({ id }) => chosen.has(id));
  const titles = [t("clients.username"), ...shown.map(({ title }) => title), t("clients.blocked")];
  return (
    <DataTable label={t("clients.table")} titles={titles}>
      {clients.map((client) => (
        <Row key={client.clientid} client={client} shown={shown.map(({ id }) => id)} />
      ))}
    </DataTable>
  );
}

function Row({ client, shown }: { client: ClientRow; shown: string[] }) {
  const { t } = useTranslation();
  const { role } = useProfile();
  const { mutate: block } = useBlock();
  const fields = useFields("client");
  const { client_name, picture, short_id, account_number, address, blocked_on } = client;
  return (
    <tr className={tableLook.row}>
      <td className={tableLook.cell}>
        <span className="flex items-center gap-2.5">
          <Avatar name={client_name} picture={picture} size={36} />
          <Link
            to={adminPaths.client(short_id)}
            title={client_name}
            className="font-semibold hover:text-accent-text hover:underline max-phone:min-w-11 max-phone:py-[13px]"
          >
            <bdi>{shortenName(client_name)}</bdi>
          </Link>
          <TagChips ids={client.tags} letters={24} />
        </span>
      </td>
      {shown.includes("id") && <td className={`${tableLook.cell} font-mono text-xs`}>{short_id}</td>}
      {shown.includes("accountNumber") && (
        <td className={`${tableLook.cell} tabular-nums`}>
          {account_number ?? <span className="text-text-3">{t("clients.noNumber")}</span>}
        </td>
      )}
      {shown.includes("address") && (
        <td className={`${tableLook.cell} max-w-80 truncate`} title={address ?? undefined}>
          {(address && shortenText(address)) ?? <span className="text-text-3">{t("clients.noAddress")}</span>}
        </td>
      )}
      {fields
        .filter(({ fieldid }) => shown.includes(fieldid))
        .map((field) => (
          <td key={field.fieldid} className={`${tableLook.cell} max-w-60 truncate`}>
            {valueText(t, field, client.fields?.[field.fieldid])}
          </td>
        ))}
      <td className={tableLook.cell}>
        <Switch
          label={t("clients.blockedOf", { name: client_name })}
          checked={blocked_on}
          disabled={!abilitiesOf(role).has("manageClients")}
          reason={abilitiesOf(role).has("manageClients") ? undefined : t("clients.adminsOnly")}
          onChange={() => block(client)}
        />
      </td>
    </tr>
  );
}
