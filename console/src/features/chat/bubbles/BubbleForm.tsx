import { limits } from "@parley/contract/limits";
import { ChevronDown, Eraser, Plus } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { isComposing } from "../../../ui/composing.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { DeleteBubble } from "./DeleteBubble.tsx";
import { useBubbleForm } from "./use-bubble-form.ts";

type Props = { chosen: string | null; onLeave: () => void };

const field =
  "w-full rounded-m border border-line-strong bg-raised px-3 outline-none placeholder:text-text-3 focus-visible:border-accent-text";

/** The form of a bubble: its name, and its content, which opens on request. */
export function BubbleForm({ chosen, onLeave }: Props) {
  const { t } = useTranslation();
  const { form, fault, saving, failure, reset, change, submit } = useBubbleForm(chosen, onLeave);
  const [open, setOpen] = useState(false);
  const name = useRef<HTMLInputElement>(null);
  const content = useRef<HTMLTextAreaElement>(null);
  const { bubbleid, written } = form;
  useEffect(() => {
    if (!bubbleid) return;
    setOpen(true);
    name.current?.focus();
  }, [bubbleid]);

  function submitted(event: FormEvent) {
    event.preventDefault();
    if (submit()) name.current?.focus();
    else if (!written.name.trim()) name.current?.focus();
    else openContent();
  }

  function openContent() {
    setOpen(true);
    // The field is rendered after this frame.
    requestAnimationFrame(() => content.current?.focus());
  }

  function pressed(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== "Enter" || event.shiftKey || event.repeat || isComposing(event)) return;
    event.preventDefault();
    if (open) submitted(event);
    else openContent();
  }

  function start() {
    reset();
    name.current?.focus();
  }

  const reason =
    fault === "empty"
      ? t("bubbles.emptyField")
      : fault === "gone"
        ? t("bubbles.goneElsewhere")
        : failure && t("bubbles.saveFailed", { reason: failure });
  return (
    <form
      aria-labelledby="bubble-form"
      onSubmit={submitted}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card border border-line bg-pane p-4"
    >
      <div className="flex min-h-9 items-center justify-between gap-2 max-phone:min-h-11">
        <h2 id="bubble-form" className="font-semibold">
          {bubbleid ? t("bubbles.editing") : t("bubbles.creating")}
        </h2>
        {bubbleid && (
          <Button look="quiet" icon={<Plus size={16} />} onClick={start}>
            {t("bubbles.newOne")}
          </Button>
        )}
      </div>
      <div className="flex gap-1">
        <input
          ref={name}
          value={written.name}
          maxLength={limits.bubbleName}
          aria-label={t("bubbles.name")}
          placeholder={t("bubbles.namePlaceholder")}
          onClick={() => setOpen(true)}
          onChange={(event) => change({ name: event.target.value })}
          onKeyDown={pressed}
          className={`h-11 ${field}`}
        />
        <IconButton
          label={open ? t("bubbles.shut") : t("bubbles.open")}
          aria-expanded={open}
          aria-controls="bubble-content"
          onClick={() => (open ? setOpen(false) : openContent())}
          className="mt-1 max-phone:mt-0"
        >
          <ChevronDown size={18} className={`transition duration-150 ${open ? "rotate-180" : ""}`} />
        </IconButton>
      </div>
      <div id="bubble-content" hidden={!open}>
        <textarea
          ref={content}
          rows={3}
          dir="auto"
          value={written.content}
          maxLength={limits.messageText}
          aria-label={t("bubbles.content")}
          placeholder={t("bubbles.contentPlaceholder")}
          onChange={(event) => change({ content: event.target.value })}
          onKeyDown={pressed}
          className={`field-sizing-content block max-h-80 max-w-full [overflow-wrap:anywhere] min-h-22 resize-y py-2.5 ${field}`}
        />
        <p className="px-1 pt-1.5 text-xs text-text-3 max-phone:hidden">{t("bubbles.hint")}</p>
      </div>
      {reason && (
        <p role="alert" className="text-s text-danger">
          {reason}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary" disabled={saving}>
          {bubbleid ? t("bubbles.save") : t("bubbles.create")}
        </Button>
        <Button
          look="quiet"
          icon={<Eraser size={16} />}
          disabled={!written.name && !written.content}
          onClick={() => {
            change({ name: "", content: "" });
            name.current?.focus();
          }}
        >
          {t("bubbles.clear")}
        </Button>
        {bubbleid && (
          <>
            <span className="flex-1" />
            <DeleteBubble bubbleid={bubbleid} name={form.loaded.name} onDeleted={start} />
          </>
        )}
      </div>
    </form>
  );
}
