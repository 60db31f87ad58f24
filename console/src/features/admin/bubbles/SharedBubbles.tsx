import { limits } from "@parley/contract/limits";
import type { SharedBubble } from "@parley/contract/shared-bubbles";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { CloudOff, Download, MessageSquareQuote, Plus, Upload } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { addressOf } from "../../../api/address.ts";
import { call } from "../../../api/client.ts";
import { departmentsQuery, keys } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/Select.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { useSettled } from "../../../ui/use-settled.ts";
import { foldersQuery } from "../../chat/bubbles/shared-query.ts";
import { DeleteShared } from "./DeleteShared.tsx";
import { EditShared } from "./EditShared.tsx";
import { ImportBubbles } from "./ImportBubbles.tsx";
import { SharedRow } from "./SharedRow.tsx";

type Asked = { what: "edit" | "delete"; bubble: SharedBubble } | { what: "new" | "import" };

/** Values of the choices that are no folder and no department. */
const any = "/any";

/** The bubbles that are shared with departments and the company: found, made, changed, imported and exported. */
export function SharedBubbles() {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [folder, setFolder] = useState(any);
  const [place, setPlace] = useState(any);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { data: folders = [] } = useQuery(foldersQuery);
  const { data: departments = [] } = useQuery(departmentsQuery);
  const query = {
    phrase: useSettled(text),
    sort: "name" as const,
    ...(folder !== any && { folder }),
    ...(place !== any && { departmentid: place }),
  };
  const list = useInfiniteQuery({
    queryKey: [...keys.sharedBubbles, "settings", query],
    queryFn: ({ pageParam: offset, signal }) =>
      call("listSharedBubbles", { query: { ...query, offset }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const shown = pages.length * limits.sharedBubblesPage;
      return shown < total ? shown : undefined;
    },
    placeholderData: (before) => before,
  });
  const bubbles = list.data?.pages.flatMap((page) => page.bubbles);
  const total = list.data?.pages[0]?.total ?? 0;
  const filtered = text.trim() !== "" || folder !== any || place !== any;
  const leave = () => setAsked(null);
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-s text-text-2">{t("bubbles.sharedHint", { max: limits.sharedBubbles })}</p>
      <div className="flex flex-wrap gap-2">
        <input
          type="search"
          aria-label={t("bubbles.search")}
          placeholder={t("bubbles.search")}
          value={text}
          onChange={({ target }) => setText(target.value)}
          className="h-9 min-w-40 flex-1 rounded-m border border-line-strong bg-raised px-3 text-s outline-none placeholder:text-text-3 focus:border-accent-text max-phone:h-11 max-phone:basis-full"
        />
        <Select
          label={t("bubbles.place")}
          value={place}
          options={[
            { value: any, label: t("bubbles.anyPlace") },
            { value: "company", label: t("bubbles.company") },
            ...departments.map(({ departmentid, department_name }) => ({
              value: departmentid,
              label: department_name,
            })),
          ]}
          onChange={setPlace}
          className="min-w-36 max-phone:flex-1"
        />
        <Select
          label={t("bubbles.folder")}
          value={folder}
          options={[
            { value: any, label: t("bubbles.allFolders") },
            ...folders.map((one) => ({ value: one.folder, label: `${one.folder} (${one.bubbles})` })),
          ]}
          onChange={setFolder}
          className="min-w-36 max-phone:flex-1"
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          look="primary"
          icon={<Plus size={16} />}
          onClick={() => setAsked({ what: "new" })}
          className="max-phone:basis-full"
        >
          {t("bubbles.newOne")}
        </Button>
        <Button
          icon={<Upload size={16} />}
          onClick={() => setAsked({ what: "import" })}
          className="max-phone:flex-1"
        >
          {t("bubbles.import")}
        </Button>
        <a
          href={addressOf("exportBubbles", {}).address}
          download="bubbles.csv"
          className="inline-flex h-9 items-center gap-2 rounded-m border border-line-strong px-3.5 text-s font-semibold transition duration-150 hover:bg-raised-2 max-phone:h-11 max-phone:flex-1 max-phone:justify-center"
        >
          <Download size={16} aria-hidden="true" />
          {t("bubbles.export")}
        </a>
        <span className="flex-1 max-phone:hidden" />
        {bubbles && bubbles.length > 0 && (
          <span className="text-s text-text-3 tabular-nums max-phone:basis-full">
            {t("bubbles.count", { count: total })}
          </span>
        )}
      </div>
      {list.isPending && <Skeleton className="h-72 rounded-card" />}
      {list.isError && !bubbles && (
        <PaneState alert icon={<CloudOff />} title={t("bubbles.failed")}>
          <Button onClick={() => list.refetch()}>{t("common.retry")}</Button>
        </PaneState>
      )}
      {bubbles?.length === 0 && filtered && <p className="text-s text-text-2">{t("bubbles.noneFound")}</p>}
      {bubbles?.length === 0 && !filtered && (
        <PaneState
          icon={<MessageSquareQuote />}
          title={t("bubbles.noneShared")}
          hint={t("bubbles.noneSharedHint")}
        />
      )}
      <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line rounded-card border border-line empty:hidden">
        {bubbles?.map((bubble) => (
          <SharedRow
            key={bubble.bubbleid}
            bubble={bubble}
            departments={departments}
            onAsk={(what) => setAsked({ what, bubble })}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button disabled={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          {t("bubbles.more")}
        </Button>
      )}
      {asked?.what === "new" && <EditShared departments={departments} onClose={leave} />}
      {asked?.what === "edit" && (
        <EditShared bubble={asked.bubble} departments={departments} onClose={leave} />
      )}
      {asked?.what === "delete" && <DeleteShared bubble={asked.bubble} onClose={leave} />}
      {asked?.what === "import" && <ImportBubbles onClose={leave} />}
    </div>
  );
}
