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
import { TagChips } from "../../tickets/tags/TagChips.tsx";
import { useBlock } from "./block.ts";

export function ClientTable({ clients }: { clients: ClientRow[] }) {
  const { t } = useTranslation();
  const titles = [
    t("clients.username"),
    t("clients.id"),
    t("clients.accountNumber"),
    t("clients.address"),
    t("clients.blocked"),
  ];
  return (
    <DataTable label={t("clients.table")} titles={titles}>
      {clients.map((client) => (
        <Row key={client.clientid} client={client} />
      ))}
    </DataTable>
  );
}

function Row({ client }: { client: ClientRow }) {
  const { t } = useTranslation();
  const { role } = useProfile();
  const { mutate: block } = useBlock();
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
      <td className={`${tableLook.cell} font-mono text-xs`}>{short_id}</td>
      <td className={`${tableLook.cell} tabular-nums`}>
        {account_number ?? <span className="text-text-3">{t("clients.noNumber")}</span>}
      </td>
      <td className={`${tableLook.cell} max-w-80 truncate`} title={address ?? undefined}>
        {(address && shortenText(address)) ?? <span className="text-text-3">{t("clients.noAddress")}</span>}
      </td>
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
