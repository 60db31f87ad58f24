import { Autocomplete } from "@base-ui/react/autocomplete";
import { type RefObject, useState } from "react";
import { useTranslation } from "react-i18next";
import { usePhone } from "../../../ui/viewport.ts";
import { type EmojiName, emoji, findEmoji } from "./emoji.ts";
import { Panel } from "./Panel.tsx";
import { PanelSearch } from "./PanelSearch.tsx";

type Props = {
  anchor: RefObject<HTMLElement | null>;
  field: RefObject<HTMLElement | null>;
  onChoose: (emoji: string) => void;
  onClose: () => void;
};

/** On a phone each emoji is as large as a thumb. */
const columns = { desk: 8, phone: 7 };

/** Finds emoji by words of the reader's language, or by the English ones. */
export function EmojiPanel({ anchor, field, onChoose, onClose }: Props) {
  const { t } = useTranslation();
  const across = usePhone() ? columns.phone : columns.desk;
  const [phrase, setPhrase] = useState("");
  const messageSummary = (name: EmojiName) => t(`emoji.of.${name}`);
  const found = findEmoji(phrase, (name) => [messageSummary(name), t(`emoji.of.${name}`, { lng: "en" })]);
  return (
    <Panel label={t("composer.emoji")} anchor={anchor} field={field} onClose={onClose}>
      <Autocomplete.Root
        open
        inline
        grid
        mode="none"
        autoHighlight="always"
        items={found}
        value={phrase}
        onValueChange={(value, { reason }) => reason !== "item-press" && setPhrase(value)}
      >
        <PanelSearch label={t("emoji.search")} />
        <div className="min-h-0 overflow-y-auto overscroll-contain">
          <Autocomplete.Status className="px-3.5 text-s text-text-3 not-empty:py-3">
            {found.length === 0 && t("emoji.none")}
          </Autocomplete.Status>
          <Autocomplete.List aria-label={t("composer.emoji")} className="not-empty:p-1.5">
            {rowsOf(found, across).map((row) => (
              <Autocomplete.Row key={row[0]} className="grid grid-cols-8 max-phone:grid-cols-7">
                {row.map((name) => (
                  <Autocomplete.Item
                    key={name}
                    value={name}
                    aria-label={nameIn(messageSummary(name))}
                    title={nameIn(messageSummary(name))}
                    onClick={() => {
                      onClose();
                      onChoose(emoji[name]);
                    }}
                    className="grid aspect-square cursor-pointer place-items-center rounded-m font-emoji text-[21px] outline-none select-none data-highlighted:bg-raised-2"
                  >
                    {emoji[name]}
                  </Autocomplete.Item>
                ))}
              </Autocomplete.Row>
            ))}
          </Autocomplete.List>
        </div>
      </Autocomplete.Root>
    </Panel>
  );
}

const nameIn = (words: string) => words.split(/[,、]/)[0];

function rowsOf(names: EmojiName[], across: number): EmojiName[][] {
  return Array.from({ length: Math.ceil(names.length / across) }, (_, row) =>
    names.slice(row * across, (row + 1) * across),
  );
}
