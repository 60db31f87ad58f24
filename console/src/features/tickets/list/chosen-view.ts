import type { ViewList } from "@parley/contract/views";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Refused } from "../../../api/client.ts";
import { useViewer } from "../../session/viewer.ts";
import { rememberView, useRemembered } from "../views/remembered.ts";
import { asShown, type ShownView, shownViews } from "../views/shown-views.ts";
import { viewQuery, viewsQuery } from "../views/views-query.ts";
import { usePlace } from "./place.ts";

type Chosen = {
  key: string;
  views: ShownView[];
  zone: string;
  /** Null while it is being fetched, and where it is not there. */
  view: ShownView | null;
  /** The view is not there any more. */
  unknown: boolean;
  choose: (key: string) => void;
};

/** The view that the address names, else the one chosen last. A colleague's, whose address was sent, comes last. */
export function useChosenView(): Chosen {
  const { view: named, go } = usePlace();
  const remembered = useRemembered(({ key }) => key);
  const { data: list } = useQuery(viewsQuery);
  const key = named === "pending" ? remembered : named;
  const mentionable = useViewer().departments !== "all";
  const own = useMemo(
    () => shownViews(list).filter((view) => mentionable || view.key !== "mentions"),
    [list, mentionable],
  );
  const sent = useSent(key, list, own);
  const views = useMemo(() => (sent.view ? [...own, sent.view] : own), [own, sent.view]);
  return {
    key,
    views,
    zone: list?.time_zone ?? "UTC",
    view: views.find((view) => view.key === key) ?? null,
    unknown: sent.unknown,
    choose(chosen) {
      rememberView(chosen);
      go({ view: chosen });
    },
  };
}

function useSent(key: string, list: ViewList | undefined, own: ShownView[]) {
  const asked = list !== undefined && !own.some((view) => view.key === key);
  const { data, error } = useQuery({ ...viewQuery(key), enabled: asked, retry: false });
  const view = useMemo(() => (asked && data ? asShown(data) : null), [asked, data]);
  return { view, unknown: asked && error instanceof Refused };
}
