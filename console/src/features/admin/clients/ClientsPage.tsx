import { abilitiesOf } from "@parley/contract/abilities";
import type { EnteredClientFilter } from "@parley/contract/client-profiles";
import { limits } from "@parley/contract/limits";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { CloudOff, Download, Users } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { addressOf } from "../../../api/address.ts";
import { Button } from "../../../ui/Button.tsx";
import { showCount } from "../../../ui/number.ts";
import { Sentinel } from "../../../ui/Sentinel.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { useProfile } from "../../session/viewer.ts";
import { clientsQuery, foundClientsQuery, isReserved } from "../client-queries.ts";
import { OrganisationFilter } from "../organisations/OrganisationFilter.tsx";
import { isConditionFor, isId, isShort, readFields, writeFilter } from "../page/address-filter.ts";
import { ColumnChoice } from "../page/ColumnChoice.tsx";
import { ConditionsFilter } from "../page/ConditionsFilter.tsx";
import { exportLook } from "../page/export-look.ts";
import { FieldFilter } from "../page/FieldFilter.tsx";
import { PageTitle } from "../page/PageTitle.tsx";
import { SearchBox } from "../page/SearchBox.tsx";
import { TagFilter } from "../page/TagFilter.tsx";
import { Widget } from "../page/Widget.tsx";
import { ClientTable } from "./ClientTable.tsx";
import { useClientColumns } from "./client-columns.ts";
import { MergeProposals } from "./MergeProposals.tsx";
import { SelectedClients } from "./SelectedClients.tsx";

/** All clients, newest first, or those a search finds. */
export function ClientsPage() {
  const { t, i18n } = useTranslation();
  // The address keeps the search over a reload and the way back from a profile.
  const [search, setSearch] = useSearchParams();
  const term = search.get("search") ?? "";
  const filter = readFields<EnteredClientFilter>(search, {
    tag: isId,
    organisation: isId,
    field: isId,
    value: isShort,
    conditions: isConditionFor("client"),
  });
  const columns = useClientColumns();
  const { role } = useProfile();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const select = (clientid: string, on: boolean) =>
    setSelected((old) => {
      const others = [...old].filter((id) => id !== clientid);
      return new Set(on ? [...others, clientid].slice(0, limits.clientsChanged) : others);
    });
  const narrowed = filter.tag ?? filter.field ?? filter.organisation ?? filter.conditions;
  const narrow = (part: EnteredClientFilter) =>
    setSearch(writeFilter({ ...filter, ...part }), { replace: true });
  const setTerm = (wanted: string) => setSearch(wanted ? { search: wanted } : {}, { replace: true });
  const all = useInfiniteQuery(clientsQuery(filter));
  const found = useQuery(foundClientsQuery(term));
  const searching = !isReserved(term);
  const clients = searching ? found.data : all.data?.pages.flatMap((page) => page.clients);
  const failed = searching ? found.isError : all.isError && !all.data;
  const total = all.data?.pages[0]?.total;
  return (
    <>
      <PageTitle title={t("admin.clients")}>
        <a
          href={addressOf("exportClients", { query: filter }).address}
          download="clients.csv"
          className={exportLook}
        >
          <Download size={16} aria-hidden="true" />
          {t("clients.export")}
        </a>
      </PageTitle>
      <div className="mb-4 phone:w-80">
        <Widget
          title={t("clients.served")}
          icon={<Users size={15} />}
          count={total === undefined ? "–" : showCount(total, i18n.language)}
        />
      </div>
      <MergeProposals />
      <div className="mb-2.5 flex flex-wrap items-center gap-2">
        <SearchBox label={t("clients.search")} term={term} onSearch={setTerm} />
        <TagFilter value={filter.tag} onChange={(tag) => narrow({ tag })} />
        <FieldFilter owner="client" filter={filter} onChange={narrow} />
        <OrganisationFilter
          value={filter.organisation}
          onChange={(organisation) => narrow({ organisation })}
        />
        <ConditionsFilter
          use="client"
          value={filter.conditions}
          onChange={(conditions) => narrow({ conditions })}
        />
        <ColumnChoice list="clients" columns={columns} />
        {selected.size > 0 && (
          <SelectedClients clientids={[...selected]} onDone={() => setSelected(new Set())} />
        )}
      </div>
      {failed && (
        <PaneState alert icon={<CloudOff />} title={t("clients.failed")}>
          <Button onClick={() => (searching ? found.refetch() : all.refetch())}>{t("common.retry")}</Button>
        </PaneState>
      )}
      {!clients && !failed && <Skeleton className="h-[420px] rounded-card" />}
      {clients && clients.length > 0 && (
        <ClientTable
          clients={clients}
          {...(abilitiesOf(role).has("manageClients") && { selected, onSelect: select })}
        />
      )}
      {searching && found.data?.length === limits.searchResults && (
        <p role="status" className="py-3 text-center text-s text-text-3">
          {t("clients.firstFound", { count: limits.searchResults })}
        </p>
      )}
      {clients?.length === 0 && (
        <PaneState
          icon={<Users />}
          title={searching || narrowed ? t("clients.noneFound") : t("clients.none")}
          {...(!searching && !narrowed && { hint: t("clients.noneHint") })}
        />
      )}
      {!searching && all.hasNextPage && (
        <Sentinel key={all.data?.pages.length} onSeen={() => void all.fetchNextPage()} />
      )}
      {!searching && all.isFetchNextPageError && (
        <p role="alert" className="py-3 text-center text-s text-danger">
          {t("clients.moreFailed")}{" "}
          <Button size="small" onClick={() => all.fetchNextPage()}>
            {t("common.retry")}
          </Button>
        </p>
      )}
      {!searching && all.data && !all.hasNextPage && (clients?.length ?? 0) > 0 && (
        <p className="py-3 text-center text-s text-text-3">{t("clients.tableEnd")}</p>
      )}
    </>
  );
}
