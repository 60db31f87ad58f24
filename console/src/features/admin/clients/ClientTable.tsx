import { abilitiesOf } from "@parley/contract/abilities";
import type { ClientRow } from "@parley/contract/client-profiles";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { adminPaths } from "../../../paths.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { DataTable } from "../../../ui/DataTable.tsx";
import { FactCard, FactCards } from "../../../ui/FactCards.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { shortenName, shortenText } from "../../../ui/shorten.ts";
import { tableLook } from "../../../ui/table.ts";
import { usePhone } from "../../../ui/viewport.ts";
import { useProfile } from "../../session/viewer.ts";
import { TagChips } from "../../tickets/tags/TagChips.tsx";
import { useBlock } from "./block.ts";

/** A phone shows cards. */
export function ClientTable({ clients }: { clients: ClientRow[] }) {
  const { t } = useTranslation();
  const phone = usePhone();
  if (phone) {
    return (
      <FactCards label={t("clients.table")}>
        {clients.map((client) => (
          <Card key={client.clientid} client={client} />
        ))}
      </FactCards>
    );
  }
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
  const { short_id, account_number, address } = client;
  return (
    <tr className={tableLook.row}>
      <td className={tableLook.cell}>
        <span className="flex items-center gap-2.5">
          <Name client={client} />
          <TagChips ids={client.tags} letters={24} />
        </span>
      </td>
      <td className={`${tableLook.cell} font-mono text-xs`}>{short_id}</td>
      <td className={`${tableLook.cell} tabular-nums whitespace-normal! wrap-anywhere`}>
        {account_number ?? <span className="text-text-3">{t("clients.noNumber")}</span>}
      </td>
      <td className={`${tableLook.cell} whitespace-normal! wrap-anywhere`} title={address ?? undefined}>
        {(address && shortenText(address)) ?? <span className="text-text-3">{t("clients.noAddress")}</span>}
      </td>
      <td className={tableLook.cell}>
        <BlockSwitch client={client} />
      </td>
    </tr>
  );
}

function Card({ client }: { client: ClientRow }) {
  const { t } = useTranslation();
  const { short_id, account_number, address } = client;
  return (
    <FactCard
      head={
        <>
          <Name client={client} />
          <span className="relative ml-auto flex items-center gap-2 text-xs text-text-3">
            <span aria-hidden="true">{t("clients.blocked")}</span>
            <BlockSwitch client={client} />
          </span>
          <TagChips ids={client.tags} letters={24} />
        </>
      }
      facts={[
        [
          t("clients.id"),
          <span key="id" className="font-mono text-xs">
            {short_id}
          </span>,
        ],
        [t("clients.accountNumber"), account_number ?? t("clients.noNumber")],
        [t("clients.address"), address ? shortenText(address) : t("clients.noAddress")],
      ]}
    />
  );
}

function Name({ client: { client_name, picture, short_id } }: { client: ClientRow }) {
  return (
    <>
      <Avatar name={client_name} picture={picture} size={36} />
      <Link
        to={adminPaths.client(short_id)}
        title={client_name}
        className="min-w-0 font-semibold wrap-anywhere hover:text-accent-text hover:underline max-phone:after:absolute max-phone:after:inset-0"
      >
        <bdi>{shortenName(client_name)}</bdi>
      </Link>
    </>
  );
}

function BlockSwitch({ client }: { client: ClientRow }) {
  const { t } = useTranslation();
  const { role } = useProfile();
  const { mutate: block } = useBlock();
  const may = abilitiesOf(role).has("manageClients");
  return (
    <Switch
      label={t("clients.blockedOf", { name: client.client_name })}
      checked={client.blocked_on}
      disabled={!may}
      reason={may ? undefined : t("clients.adminsOnly")}
      onChange={() => block(client)}
    />
  );
}
