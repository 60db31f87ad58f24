import { abilitiesOf } from "@parley/contract/abilities";
import { type OrganisationFilter, organisationSorts } from "@parley/contract/organisations";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Building2, CloudOff, Download, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { addressOf } from "../../../api/address.ts";
import { adminPaths } from "../../../paths.ts";
import { Button } from "../../../ui/Button.tsx";
import { showCount } from "../../../ui/number.ts";
import { Select } from "../../../ui/Select.tsx";
import { Sentinel } from "../../../ui/Sentinel.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { usePhone } from "../../../ui/viewport.ts";
import { useProfile } from "../../session/viewer.ts";
import { isId, isShort, oneOf, readFields, writeFilter } from "../page/address-filter.ts";
import { ColumnChoice } from "../page/ColumnChoice.tsx";
import { exportLook } from "../page/export-look.ts";
import { FieldFilter } from "../page/FieldFilter.tsx";
import { PageTitle } from "../page/PageTitle.tsx";
import { SearchBox } from "../page/SearchBox.tsx";
import { EditOrganisation } from "./EditOrganisation.tsx";
import { OrganisationTable } from "./OrganisationTable.tsx";
import { useOrganisationColumns } from "./organisation-columns.ts";
import { organisationsQuery } from "./queries.ts";

/** The organisations of the company, by name unless the address names another order. */
export function OrganisationsPage() {
  const { t, i18n } = useTranslation();
  const { role } = useProfile();
  const phone = usePhone();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const [making, setMaking] = useState(false);
  const filter = readFields<OrganisationFilter>(search, {
    ...{ search: isShort, sort: oneOf(organisationSorts), field: isId, value: isShort },
  });
  const narrow = (part: OrganisationFilter) =>
    setSearch(writeFilter({ ...filter, ...part }), { replace: true });
  const columns = useOrganisationColumns();
  const { data, isError, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(organisationsQuery(filter));
  const organisations = data?.pages.flatMap((page) => page.organisations);
  const total = data?.pages[0]?.total;
  const { sort = "name" } = filter;
  const narrowed = filter.search !== undefined || filter.field !== undefined;
  return (
    <>
      <PageTitle
        title={t("admin.organisations")}
        {...(total !== undefined && {
          note: t("organisations.count", { count: total, shown: showCount(total, i18n.language) }),
        })}
      >
        {abilitiesOf(role).has("manageClients") && (
          <Button icon={<Plus size={16} />} onClick={() => setMaking(true)}>
            {t("organisations.new")}
          </Button>
        )}
        <a
          href={addressOf("exportOrganisations", { query: filter }).address}
          download="organisations.csv"
          className={exportLook}
        >
          <Download size={16} aria-hidden="true" />
          {t("organisations.export")}
        </a>
      </PageTitle>
      <div className="mb-2.5 flex flex-wrap items-center gap-2">
        <SearchBox
          label={t("organisations.search")}
          term={filter.search ?? ""}
          onSearch={(term) => narrow({ search: term || undefined })}
        />
        {phone && (
          <Select
            label={t("organisations.order")}
            value={sort}
            options={organisationSorts.map((one) => ({ value: one, label: t(`organisations.sort.${one}`) }))}
            onChange={(chosen) => narrow({ sort: chosen })}
          />
        )}
        <FieldFilter owner="organisation" filter={filter} onChange={narrow} />
        <ColumnChoice list="organisations" columns={columns} />
      </div>
      {isError && !data && (
        <PaneState alert icon={<CloudOff />} title={t("organisations.failed")}>
          <Button onClick={() => refetch()}>{t("common.retry")}</Button>
        </PaneState>
      )}
      {!data && !isError && <Skeleton className="h-[420px] rounded-card" />}
      {organisations && organisations.length > 0 && (
        <OrganisationTable
          organisations={organisations}
          sort={sort}
          onSort={(chosen) => narrow({ sort: chosen })}
        />
      )}
      {organisations?.length === 0 && (
        <PaneState
          icon={<Building2 />}
          title={t(narrowed ? "organisations.noneFound" : "organisations.none")}
          {...(!narrowed && { hint: t("organisations.noneHint") })}
        />
      )}
      {hasNextPage && <Sentinel key={data?.pages.length} onSeen={() => void fetchNextPage()} />}
      {making && (
        <EditOrganisation
          onClose={() => setMaking(false)}
          onMade={({ organisationid }) => void navigate(adminPaths.organisation(organisationid))}
        />
      )}
    </>
  );
}
