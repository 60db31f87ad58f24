import { limits } from "@parley/contract/limits";
import { type TagColour, tagColours } from "@parley/contract/tag-colours";
import type { Tag } from "@parley/contract/tags";
import { Check } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { NamedDialog } from "../../../ui/NamedDialog.tsx";
import { useTagSettings } from "./tag-settings.ts";

/** Without a tag a new one is made. */
type Props = { tag?: Tag; onClose: () => void };

export function EditTag({ tag, onClose }: Props) {
  const { t } = useTranslation();
  const { create, update } = useTagSettings();
  const [name, setName] = useState(tag?.name ?? "");
  const [colour, setColour] = useState<TagColour>(tag?.colour ?? "grey");
  function save() {
    const to = { name: name.trim().replaceAll(/\s+/g, " "), colour };
    if (tag) update.mutate({ tagid: tag.tagid, ...to }, { onSuccess: onClose });
    else create.mutate(to, { onSuccess: onClose });
  }
  return (
    <NamedDialog
      title={tag ? tag.name : t("tags.new")}
      label={t("tags.name")}
      maxLength={limits.tagName}
      name={name}
      onName={setName}
      onSave={save}
      onClose={onClose}
    >
      <Colours chosen={colour} onChoose={setColour} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t("common.cancel")}</Button>
        <Button
          look="primary"
          type="submit"
          disabled={name.trim() === "" || create.isPending || update.isPending}
        >
          {t("tags.save")}
        </Button>
      </div>
    </NamedDialog>
  );
}

function Colours({ chosen, onChoose }: { chosen: TagColour; onChoose: (colour: TagColour) => void }) {
  const { t } = useTranslation();
  return (
    <fieldset>
      <legend className="mb-1.5 text-s font-semibold text-text-2">{t("tags.colour")}</legend>
      <div className="flex flex-wrap gap-1.5">
        {tagColours.map((colour) => (
          <label
            key={colour}
            title={t(`tags.colours.${colour}`)}
            data-tag-colour={colour}
            className="grid size-9 cursor-pointer place-items-center rounded-m border border-transparent bg-tag text-tag-text has-checked:border-tag-text has-focus-visible:outline-2 has-focus-visible:outline-accent-text max-phone:size-11"
          >
            <input
              type="radio"
              name="colour"
              aria-label={t(`tags.colours.${colour}`)}
              checked={colour === chosen}
              onChange={() => onChoose(colour)}
              className="sr-only"
            />
            {colour === chosen ? <Check size={16} aria-hidden="true" /> : <Dot />}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const Dot = () => <span aria-hidden="true" className="size-3 rounded-full bg-tag-text" />;
