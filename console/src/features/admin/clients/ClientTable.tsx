import { abilitiesOf } from "@parley/contract/abilities";
import type { ClientRow } from "@parley/contract/client-profiles";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { adminPaths } from "../../../paths.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { DataTable } from "../../../ui/DataTable.tsx";
import { FactCard, FactCards } from "../../../ui/FactCards.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { shortenName, shortenText } from "../../../ui/shorten.ts";
import { tableLook } from "../../../ui/table.ts";
import { usePhone } from "../../../ui/viewport.ts";
import { useProfile } from "../../session/viewer.ts";
import { useFieldText } from "../../tickets/fields/field-text.ts";
import { useFields } from "../../tickets/fields/fields-query.ts";
import { valueText } from "../../tickets/fields/value-text.ts";
import { TagChips } from "../../tickets/tags/TagChips.tsx";
import { type Column, useChosenColumns } from "../page/table-columns.ts";
import { useBlock } from "./block.ts";
import { useClientColumns } from "./client-columns.ts";

type Props = {
  clients: ClientRow[];
  /** The ids of the clients that are selected; left out where none can be. */
  selected?: ReadonlySet<string>;
  onSelect?: (clientid: string, on: boolean) => void;
};

/** A phone shows cards. */
export function ClientTable({ clients, selected, onSelect }: Props) {
  const { t } = useTranslation();
  const phone = usePhone();
  const columns = useClientColumns();
  const { chosen } = useChosenColumns("clients", columns);
  const shown = columns.filter(({ id }) => chosen.has(id));
  const box = ({ clientid, client_name: name }: ClientRow) =>
    selected &&
    onSelect && (
      <span className="relative">
        <Checkbox
          label={t("organisations.select", { name })}
          checked={selected.has(clientid)}
          onChange={(on) => onSelect(clientid, on)}
        />
      </span>
    );
  if (phone) {
    return (
      <FactCards label={t("clients.table")}>
        {clients.map((client) => (
          <Card key={client.clientid} client={client} shown={shown} box={box(client)} />
        ))}
      </FactCards>
    );
  }
  const titles = [t("clients.username"), ...shown.map(({ title }) => title), t("clients.blocked")];
  return (
    <DataTable label={t("clients.table")} titles={titles}>
      {clients.map((client) => (
        <Row key={client.clientid} client={client} shown={shown.map(({ id }) => id)} box={box(client)} />
      ))}
    </DataTable>
  );
}

function Row({ client, shown, box }: { client: ClientRow; shown: string[]; box: ReactNode }) {
  const { t } = useTranslation();
  const fields = useFields("client");
  const { short_id, account_number, address } = client;
  return (
    <tr className={tableLook.row}>
      <td className={tableLook.cell}>
        <span className="flex items-center gap-2.5">
          {box}
          <Name client={client} />
          <TagChips ids={client.tags} letters={24} />
        </span>
      </td>
      {shown.includes("id") && <td className={`${tableLook.cell} font-mono text-xs`}>{short_id}</td>}
      {shown.includes("accountNumber") && (
        <td className={`${tableLook.cell} tabular-nums whitespace-normal! wrap-anywhere`}>
          {account_number ?? <span className="text-text-3">{t("clients.noNumber")}</span>}
        </td>
      )}
      {shown.includes("address") && (
        <td className={`${tableLook.cell} whitespace-normal! wrap-anywhere`} title={address ?? undefined}>
          {(address && shortenText(address)) ?? <span className="text-text-3">{t("clients.noAddress")}</span>}
        </td>
      )}
      {shown.includes("organisation") && (
        <td className={`${tableLook.cell} max-w-60 truncate`}>{client.organisation?.name}</td>
      )}
      {fields
        .filter(({ fieldid }) => shown.includes(fieldid))
        .map((field) => (
          <td key={field.fieldid} className={`${tableLook.cell} max-w-60 truncate`}>
            {valueText(t, field, client.fields?.[field.fieldid])}
          </td>
        ))}
      <td className={tableLook.cell}>
        <BlockSwitch client={client} />
      </td>
    </tr>
  );
}

function Card({ client, shown, box }: { client: ClientRow; shown: Column[]; box: ReactNode }) {
  const { t } = useTranslation();
  const fieldText = useFieldText("client");
  const { short_id, account_number, address } = client;
  const own: Record<string, ReactNode> = {
    id: <span className="font-mono text-xs">{short_id}</span>,
    accountNumber: account_number ?? t("clients.noNumber"),
    address: address ? shortenText(address) : t("clients.noAddress"),
    organisation: client.organisation?.name,
  };
  return (
    <FactCard
      head={
        <>
          {box}
          <Name client={client} />
          <span className="relative ml-auto">
            <BlockSwitch client={client} />
          </span>
          <TagChips ids={client.tags} letters={24} />
        </>
      }
      facts={shown.map(({ id, title }) => [title, own[id] ?? fieldText(id, client.fields)])}
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
