import { templateText } from "@parley/contract/template-text";
import type { MessageTemplate } from "@parley/contract/templates";
import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { reasonText } from "../../../ui/reason-text.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { templatesQuery } from "../../channels/templates/queries.ts";
import { type Group, groupTemplates } from "./groups.ts";
import { languageName } from "./language-name.ts";

type Props = { channelid: string; onChoose: (group: Group) => void };

/** The account's templates to choose from; those that cannot be sent say why. */
export function TemplateList({ channelid, onChoose }: Props) {
  const { t, i18n } = useTranslation();
  const [phrase, setPhrase] = useState("");
  const { data, isError, refetch } = useQuery(templatesQuery(channelid));
  const wanted = phrase.trim().toLocaleLowerCase();
  const found = groupTemplates(data ?? [], i18n.language).filter((group) => has(group, wanted));
  return (
    <>
      <label className="mt-4 flex items-center gap-2.5 rounded-m border border-line-strong bg-raised px-3 focus-within:border-accent-text">
        <Search size={16} aria-hidden="true" className="shrink-0 text-text-3" />
        <input
          type="search"
          value={phrase}
          onChange={({ target }) => setPhrase(target.value)}
          aria-label={t("templates.search")}
          placeholder={t("templates.search")}
          className="h-11 w-full bg-transparent outline-none placeholder:text-text-3"
        />
      </label>
      <ul
        aria-label={t("templates.all")}
        className="mt-2 grid max-h-[min(46dvh,380px)] content-start gap-1 overflow-y-auto"
      >
        {!data && !isError && [1, 2, 3].map((row) => <Skeleton key={row} className="h-14 rounded-m" />)}
        {found.map((group) => (
          <li key={group.name}>
            <button
              type="button"
              disabled={group.sendable.length === 0}
              onClick={() => onChoose(group)}
              className="grid min-h-11 w-full gap-0.5 rounded-m px-3 py-2 text-left enabled:hover:bg-raised disabled:cursor-not-allowed"
            >
              <span className="flex items-baseline gap-3">
                <span className="min-w-0 flex-1 truncate text-s font-semibold in-disabled:text-text-2">
                  {group.title}
                </span>
                <span className="shrink-0 text-xs text-text-3">
                  {(group.sendable.length > 0 ? group.sendable : group.unsendable)
                    .map(({ language }) => languageName(language, i18n.language))
                    .join(", ")}
                </span>
              </span>
              <Line group={group} />
            </button>
          </li>
        ))}
      </ul>
      {data && found.length === 0 && (
        <p role="status" className="px-3 py-3 text-s text-text-2">
          {t(data.length === 0 ? "templates.empty" : "templates.noneFound")}
        </p>
      )}
      {isError && !data && (
        <p role="alert" className="flex items-center justify-between gap-3 px-3 py-3 text-s">
          {t("templates.failed")}
          <Button size="small" onClick={() => refetch()}>
            {t("common.retry")}
          </Button>
        </p>
      )}
    </>
  );
}

/** The text of a sendable template, or why it cannot be sent. */
function Line({ group: { sendable, unsendable } }: { group: Group }) {
  const { t } = useTranslation();
  const [first] = sendable;
  if (first) {
    return (
      <span className="truncate text-xs text-text-2">
        {templateText({ ...first.components, header: null, footer: null }, [])}
      </span>
    );
  }
  const [one] = unsendable;
  return <span className="text-xs text-warn">{one && why(one)}</span>;

  function why({ status, reason }: MessageTemplate): string {
    if (status === "approved") return t("templates.cannotFill");
    const words = t(`templates.status.${status}`, { defaultValue: status });
    return reason ? `${words} ${reasonText(t, reason)}` : words;
  }
}

function has({ name, title, sendable, unsendable }: Group, phrase: string): boolean {
  const texts = [...sendable, ...unsendable].map(({ components }) => components.body);
  return [name, title, ...texts].some((text) => text.toLocaleLowerCase().includes(phrase));
}
