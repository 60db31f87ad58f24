import { limits } from "@parley/contract/limits";
import type { Rule, RuleAction } from "@parley/contract/rules";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { LoadFailed } from "../../../ui/LoadFailed.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { useSettled } from "../../../ui/use-settled.ts";
import { previewOf } from "../../chat/bubbles/preview.ts";
import { sharedBubblesQuery } from "../../chat/bubbles/shared-query.ts";

type Send = Extract<RuleAction, { kind: "send" }>;
type Props = {
  action: Send;
  nameOf: (id: string) => string;
  onNamed: (named: Rule["refers"][number]) => void;
  onChange: (action: Send) => void;
};

/** The shared bubble whose text is sent. It is searched in a dialog: there may be thousands. */
export function BubbleField({ action, nameOf, onNamed, onChange }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {action.bubbleid && (
          <span dir="auto" className="min-w-0 text-s break-words">
            {nameOf(action.bubbleid)}
          </span>
        )}
        <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t(action.bubbleid ? "rules.otherBubble" : "rules.chooseBubble")}
        </Button>
      </div>
      <p className="text-xs text-text-3">{t("rules.sendHint")}</p>
      {open && (
        <BubbleDialog
          onClose={() => setOpen(false)}
          onChoose={(bubbleid, name) => {
            onNamed({ id: bubbleid, name, gone: false });
            onChange({ ...action, bubbleid });
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

type DialogProps = { onClose: () => void; onChoose: (bubbleid: string, name: string) => void };

function BubbleDialog({ onClose, onChoose }: DialogProps) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const phrase = useSettled(text);
  const { data, isPending, refetch } = useQuery(sharedBubblesQuery({ phrase, sort: "name" }));
  // A bubble without a text sends none.
  const bubbles = data?.bubbles.filter(({ content }) => content !== "");
  return (
    <Dialog open onClose={onClose} title={t("rules.chooseBubble")}>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3">
        <input
          type="search"
          aria-label={t("bubbles.search")}
          placeholder={t("bubbles.search")}
          maxLength={limits.searchKeyword}
          value={text}
          onChange={({ target }) => setText(target.value)}
          className="h-11 w-full rounded-m border border-line-strong bg-raised px-3 outline-none placeholder:text-text-3 focus:border-accent-text"
        />
        {isPending && <Skeleton className="h-40 rounded-m" />}
        {!isPending && !data && <LoadFailed text={t("bubbles.failed")} onRetry={() => refetch()} />}
        {bubbles?.length === 0 && (
          <p className="text-s text-text-2">{t(phrase ? "bubbles.noneFound" : "bubbles.noneShared")}</p>
        )}
        <ul className="grid max-h-[min(320px,45dvh)] grid-cols-[minmax(0,1fr)] overflow-y-auto empty:hidden">
          {bubbles?.map(({ bubbleid, name, content }) => (
            <li key={bubbleid}>
              <button
                type="button"
                onClick={() => onChoose(bubbleid, name)}
                className="block min-h-11 w-full rounded-m px-2.5 py-1.5 text-left hover:bg-raised-2 focus-visible:relative focus-visible:z-10"
              >
                <span dir="auto" className="block truncate text-s font-semibold">
                  {name}
                </span>
                <span dir="auto" className="block truncate text-xs text-text-2">
                  {previewOf(content)}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <div className="flex justify-end">
          <Button onClick={onClose}>{t("common.cancel")}</Button>
        </div>
      </div>
    </Dialog>
  );
}
