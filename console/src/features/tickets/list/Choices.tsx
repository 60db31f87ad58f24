import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";

type Props = {
  legend: string;
  query: Pick<UseQueryResult<unknown[]>, "data" | "isError" | "refetch">;
  /** The text for an empty list. */
  empty: string;
  children: ReactNode;
};

/** A list to choose one item from: loading, failed, empty or loaded. */
export function Choices({ legend, query: { data, isError, refetch }, empty, children }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-s font-semibold text-text-2">{legend}</legend>
      <div className="grid max-h-[min(300px,34dvh)] gap-1 overflow-auto p-0.5">
        {!data && !isError && <Loading />}
        {isError && !data && (
          <div role="alert" className="grid justify-items-start gap-2 text-s text-danger">
            {t("reassign.loadFailed")}
            <Button size="small" onClick={() => refetch()}>
              {t("common.retry")}
            </Button>
          </div>
        )}
        {data?.length === 0 && <p className="py-1 text-s text-text-2">{empty}</p>}
        {children}
      </div>
    </fieldset>
  );
}

function Loading() {
  return [72, 56, 64].map((width) => <Skeleton key={width} className="h-10" />);
}

type ChoiceProps = {
  group: string;
  checked: boolean;
  onChoose: () => void;
  /** Small text after the label. */
  note?: string | undefined;
  children: ReactNode;
};

export function Choice({ group, checked, onChoose, note, children }: ChoiceProps) {
  return (
    <label className="flex min-h-10 cursor-pointer items-center gap-3 rounded-m border border-transparent px-3 py-1.5 hover:bg-raised has-checked:border-accent-text has-checked:bg-raised-2 has-focus-visible:outline-2 has-focus-visible:outline-accent-text max-phone:min-h-11">
      <input type="radio" name={group} checked={checked} onChange={onChoose} className="peer sr-only" />
      <span
        aria-hidden="true"
        className="size-4 shrink-0 rounded-full border-2 border-text-3 peer-checked:border-[5px] peer-checked:border-accent-text"
      />
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {note && <span className="shrink-0 text-xs text-text-3">{note}</span>}
    </label>
  );
}
