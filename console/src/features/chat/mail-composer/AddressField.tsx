import type { MailAddress } from "@parley/contract/mail";
import { X } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isComposing } from "../../../ui/composing.ts";
import {
  distinct,
  fullName,
  isAddress,
  keyOf,
  readAddresses,
  shortName,
} from "../../tickets/mail-head/addresses.ts";
import { useSuggestions } from "./use-suggestions.ts";

type Props = {
  label: string;
  addresses: MailAddress[];
  onChange: (addresses: MailAddress[]) => void;
  /** People of the conversation who are not addressees yet. */
  suggestions: MailAddress[];
  /** All addressees of the mail: they are not suggested again. */
  chosen: MailAddress[];
  field?: RefObject<HTMLInputElement | null>;
  /** True when the agent has just opened this line. */
  focused?: boolean;
};

/** Addresses as chips: typed, pasted or chosen; an invalid one is marked and can be edited again. */
export function AddressField({
  label,
  addresses,
  onChange,
  suggestions,
  chosen: all,
  field,
  focused,
}: Props) {
  const { t } = useTranslation();
  const id = useId();
  const own = useRef<HTMLInputElement>(null);
  const input = field ?? own;
  const [typed, setTyped] = useState("");
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const found = useSuggestions(suggestions, all, typed, open);

  function add(added: MailAddress[]) {
    setTyped("");
    setActive(-1);
    // On a phone the list would cover the text.
    setOpen(false);
    const next = distinct([...addresses, ...added]);
    if (next.length > addresses.length) onChange(next);
  }

  function remove(index: number) {
    onChange(addresses.filter((_, place) => place !== index));
    input.current?.focus();
  }

  function pressed(event: KeyboardEvent) {
    if (isComposing(event)) return;
    const { key } = event;
    const chosen = found[active];
    const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && !open) {
      event.preventDefault();
      setOpen(true);
    } else if (step !== 0 && found.length > 0) {
      event.preventDefault();
      setActive((active + step + found.length) % found.length);
    } else if (key === "Escape" && found.length > 0) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    } else if (key === "Enter" || key === "," || key === ";" || (key === "Tab" && !event.shiftKey)) {
      if (event.ctrlKey || event.metaKey) return;
      if (key !== "Tab" || chosen || typed.trim()) event.preventDefault();
      if (chosen) add(chosen.addresses);
      else if (typed.trim()) add(readAddresses(typed));
    } else if (key === "Backspace" && typed === "" && addresses.length > 0) {
      event.preventDefault();
      const last = addresses.at(-1);
      onChange(addresses.slice(0, -1));
      // An invalid one returns to the field to be edited.
      if (last && !isAddress(last.address)) setTyped(fullName(last));
    }
  }

  function pasted(event: ClipboardEvent) {
    const given = readAddresses(event.clipboardData.getData("text/plain"));
    if (given.length < 2) return;
    event.preventDefault();
    add(given);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field itself handles the keys
    <div
      className="relative flex min-w-0 flex-1 flex-wrap items-center gap-1"
      onMouseDown={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        input.current?.focus();
      }}
    >
      <ul aria-label={label} className="contents">
        {addresses.map((one, index) => (
          <Chip key={keyOf(one)} address={one} onRemove={() => remove(index)} />
        ))}
      </ul>
      <input
        ref={input}
        inputMode="email"
        autoComplete="off"
        role="combobox"
        aria-label={label}
        aria-expanded={found.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        // biome-ignore lint/a11y/noAutofocus: the agent has just asked for this field
        autoFocus={focused}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setOpen(true);
          setActive(-1);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => {
          setOpen(false);
          if (typed.trim()) add(readAddresses(typed));
        }}
        onKeyDown={pressed}
        onPaste={pasted}
        className="h-7 min-w-24 flex-1 bg-transparent text-s outline-none max-phone:h-11 max-phone:min-w-6 max-phone:flex-auto max-phone:[field-sizing:content]"
      />
      <div
        id={id}
        role="listbox"
        aria-label={t("mailComposer.suggestions")}
        hidden={found.length === 0}
        className="absolute top-full left-0 z-20 mt-1 max-h-72 max-w-full min-w-56 overflow-y-auto overscroll-contain rounded-m border border-line-strong bg-pane p-1 shadow-float"
      >
        {found.map((one, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active one
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          <div
            key={`${one.kind} ${one.label}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            // Keeps the focus in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => add(one.addresses)}
            className="flex cursor-pointer items-center gap-3 rounded-chip px-2.5 py-1.5 text-s hover:bg-raised aria-selected:bg-raised-2 max-phone:min-h-11"
          >
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {one.label}
            </span>
            {one.kind && (
              <span className="shrink-0 text-xs text-text-3">
                {one.kind === "organisation"
                  ? t("mailComposer.suggested.organisation", { count: one.addresses.length })
                  : t(`mailComposer.suggested.${one.kind}`)}
              </span>
            )}
          </div>
        ))}
      </div>
      <span role="status" className="sr-only">
        {found.length > 0 && t("mailComposer.suggested.found", { count: found.length })}
      </span>
    </div>
  );
}

/** On a phone it leaves room for the field beside it. */
function Chip({ address, onRemove }: { address: MailAddress; onRemove: () => void }) {
  const { t } = useTranslation();
  const broken = !isAddress(address.address);
  return (
    <li
      title={broken ? t("mailComposer.brokenAddress") : fullName(address)}
      className={`flex h-6.5 max-w-full items-center gap-0.5 rounded-full border pl-2.5 text-xs max-phone:h-9 max-phone:max-w-[calc(100%-1.75rem)] ${broken ? "border-danger text-danger" : "border-line-strong bg-raised"}`}
    >
      <span dir="auto" className="min-w-0 truncate">
        {shortName(address)}
      </span>
      {broken && <span className="sr-only">. {t("mailComposer.brokenAddress")}</span>}
      <button
        type="button"
        aria-label={t("mailComposer.removeAddress", { address: shortName(address) })}
        onClick={onRemove}
        className="relative grid size-6 shrink-0 place-items-center rounded-full text-text-2 hover:text-text max-phone:size-9 max-phone:before:absolute max-phone:before:-inset-1"
      >
        <X size={12} />
      </button>
    </li>
  );
}
