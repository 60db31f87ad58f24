import type { ClientFilter } from "@parley/contract/client-profiles";
import { limits } from "@parley/contract/limits";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { CloudOff, Download, Search, Users } from "lucide-react";
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { addressOf } from "../../../api/address.ts";
import { Button } from "../../../ui/Button.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { showCount } from "../../../ui/number.ts";
import { Sentinel } from "../../../ui/Sentinel.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { isId, isShort, readFields, writeFilter } from "../page/address-filter.ts";
import { ColumnChoice } from "../page/ColumnChoice.tsx";
import { exportLook } from "../page/export-look.ts";
import { FieldFilter } from "../page/FieldFilter.tsx";
import { PageTitle } from "../page/PageTitle.tsx";
import { TagFilter } from "../page/TagFilter.tsx";
import { Widget } from "../page/Widget.tsx";
import { ClientTable } from "./ClientTable.tsx";
import { useClientColumns } from "./client-columns.ts";
import { clientsQuery, foundClientsQuery, isReserved } from "./queries.ts";

/** All clients, newest first, or those a search finds. */
export function ClientsPage() {
  const { t, i18n } = useTranslation();
  // The address keeps the search over a reload and the way back from a profile.
  const [search, setSearch] = useSearchParams();
  const term = search.get("search") ?? "";
  const filter = readFields<ClientFilter>(search, {
    tag: isId,
    organisation: isId,
    field: isId,
    value: isShort,
  });
  const columns = useClientColumns();
  const narrow = (part: ClientFilter) => setSearch(writeFilter({ ...filter, ...part }), { replace: true });
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
      <div className="mb-2.5 flex flex-wrap items-center gap-2">
        <SearchBox term={term} onSearch={setTerm} />
        <TagFilter value={filter.tag} onChange={(tag) => narrow({ tag })} />
        <FieldFilter owner="client" filter={filter} onChange={narrow} />
        <ColumnChoice list="clients" columns={columns} />
      </div>
      {failed && (
        <PaneState alert icon={<CloudOff />} title={t("clients.failed")}>
          <Button onClick={() => (searching ? found.refetch() : all.refetch())}>{t("common.retry")}</Button>
        </PaneState>
      )}
      {!clients && !failed && <Skeleton className="h-[420px] rounded-card" />}
      {clients && clients.length > 0 && <ClientTable clients={clients} />}
      {searching && found.data?.length === limits.searchResults && (
        <p role="status" className="py-3 text-center text-s text-text-3">
          {t("clients.firstFound", { count: limits.searchResults })}
        </p>
      )}
      {clients?.length === 0 && (
        <PaneState
          icon={<Users />}
          title={searching || filter.tag || filter.field ? t("clients.noneFound") : t("clients.none")}
          {...(!searching && !filter.tag && !filter.field && { hint: t("clients.noneHint") })}
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

/** Searches on Enter or on a click on the icon. */
function SearchBox({ term, onSearch }: { term: string; onSearch: (term: string) => void }) {
  const { t } = useTranslation();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSearch(String(new FormData(event.currentTarget).get("term") ?? "").trim());
  };
  return (
    <search>
      <form
        onSubmit={submit}
        className="flex w-80 items-center rounded-m border border-line-strong bg-raised pr-0.5 focus-within:border-accent-text max-phone:w-full"
      >
        <input
          type="search"
          name="term"
          defaultValue={term}
          aria-label={t("clients.search")}
          placeholder={t("clients.search")}
          onChange={({ target }) => target.value === "" && onSearch("")}
          className="h-9 min-w-0 flex-1 bg-transparent px-3 text-s outline-none placeholder:text-text-3 max-phone:h-11"
        />
        <IconButton type="submit" label={t("clients.search")} className="size-8">
          <Search size={16} />
        </IconButton>
      </form>
    </search>
  );
}
