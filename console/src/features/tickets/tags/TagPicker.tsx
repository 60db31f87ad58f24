import { fold } from "@parley/contract/fold";
import { limits } from "@parley/contract/limits";
import type { Tag } from "@parley/contract/tags";
import { useQuery } from "@tanstack/react-query";
import { Check, Plus } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { isComposing } from "../../../ui/composing.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { useViewer } from "../../session/viewer.ts";
import { TagChip } from "./TagChip.tsx";
import { tagsQuery } from "./tags-query.ts";
import { useMakeTag } from "./use-make-tag.ts";

type Props = {
  chosen: ReadonlySet<string>;
  onToggle: (tagid: string) => void;
  /** The tag that is not offered. */
  without?: string;
  /** False where a tag that is there is meant. */
  makes?: boolean;
};

type Offer = { id: string; tag: Tag } | { id: "new"; tag: null };

/**
 * A field that narrows the list of tags; arrows move in the list, and Enter chooses or makes a tag. The tags that were chosen
 * when it opened stand first.
 */
export function TagPicker({ chosen, onToggle, without, makes = true }: Props) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const { data, isError, refetch } = useQuery(tagsQuery);
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const [first] = useState(chosen);
  const listId = useId();
  const make = useMakeTag(onToggle);
  const name = text.trim().replaceAll(/\s+/g, " ");
  const mayMake = makes && data !== undefined && (!data.closed || viewer.abilities.has("manageSettings"));
  const offers = offersOf();
  const active = offers[Math.min(at, offers.length - 1)];

  function offersOf(): Offer[] {
    const wanted = fold(name);
    const found = (data?.tags ?? [])
      .filter(({ tagid, archived_on }) => tagid !== without && (!archived_on || chosen.has(tagid)))
      .filter((tag) => fold(tag.name).includes(wanted))
      .toSorted((one, other) => Number(first.has(other.tagid)) - Number(first.has(one.tagid)))
      .map((tag) => ({ id: tag.tagid, tag }));
    const isNew = wanted !== "" && !data?.tags.some((tag) => fold(tag.name) === wanted);
    return mayMake && isNew ? [...found, { id: "new", tag: null }] : found;
  }

  function choose(offer: Offer) {
    if (offer.tag) onToggle(offer.tag.tagid);
    else if (!make.isPending) make.mutate(name);
    setText("");
    setAt(0);
  }

  function pressed(event: KeyboardEvent) {
    if (isComposing(event)) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step && offers.length > 0)
      setAt((offers.indexOf(active as Offer) + step + offers.length) % offers.length);
    else if (event.key === "Enter" && active) choose(active);
    else return;
    event.preventDefault();
  }

  if (isError && !data)
    return (
      <div role="alert" className="mt-4 grid justify-items-start gap-2 text-s text-danger">
        <p>{t("tags.loadFailed")}</p>
        <Button size="small" onClick={() => refetch()}>
          {t("common.retry")}
        </Button>
      </div>
    );
  const label = mayMake ? t("tags.searchOrMake") : t("tags.search");
  return (
    <div className="mt-4 grid gap-2">
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={active && `${listId}-${active.id}`}
        aria-autocomplete="list"
        aria-label={label}
        placeholder={label}
        maxLength={limits.tagName}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setAt(0);
        }}
        onKeyDown={pressed}
        className="h-11 w-full rounded-m border border-line-strong bg-raised px-3 outline-none placeholder:text-text-3 focus:border-accent-text"
      />
      {!data && <Skeleton className="h-40" />}
      {data && offers.length === 0 && (
        <p className="px-2.5 py-2 text-s text-text-2">{t(name ? "tags.noneFound" : "tags.none")}</p>
      )}
      <div
        id={listId}
        role="listbox"
        aria-multiselectable="true"
        aria-label={t("tickets.tags")}
        className="max-h-[min(280px,40dvh)] overflow-y-auto overscroll-contain empty:hidden"
      >
        {offers.map((offer) => (
          <Option
            key={offer.id}
            id={`${listId}-${offer.id}`}
            active={offer === active}
            chosen={chosen.has(offer.id)}
            onChoose={() => choose(offer)}
          >
            {offer.tag ? <TagChip tag={offer.tag} whole /> : t("tags.make", { name })}
            {offer.tag?.archived_on && <span className="text-xs text-text-3">{t("tags.archived")}</span>}
            {!offer.tag && <Plus size={15} aria-hidden="true" className="-order-1 shrink-0" />}
          </Option>
        ))}
      </div>
    </div>
  );
}

type OptionProps = {
  id: string;
  active: boolean;
  chosen: boolean;
  onChoose: () => void;
  children: ReactNode;
};

/** The field keeps the focus, so that the keyboard stays where it is typed. */
function Option({ id, active, chosen, onChoose, children }: OptionProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) row.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={`flex min-h-9 cursor-pointer items-center gap-2 rounded-chip px-2.5 text-s select-none hover:bg-raised-2 max-phone:min-h-11 ${active ? "bg-raised-2" : ""}`}
    >
      {children}
      {chosen && <Check size={15} aria-hidden="true" className="ml-auto shrink-0 text-accent-text" />}
    </div>
  );
}
