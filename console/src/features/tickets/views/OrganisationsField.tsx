import type { View } from "@parley/contract/views";
import { useQuery } from "@tanstack/react-query";
import { Building2, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { OrganisationPicker } from "../organisations/OrganisationPicker.tsx";
import { organisationQuery } from "../organisations/organisation-queries.ts";

type Props = {
  values: string[];
  several: boolean;
  refers: View["refers"];
  invalid: boolean;
  onChange: (values: string[]) => void;
};

/** The organisations of a leaf, which are searched in a dialog: there may be thousands. */
export function OrganisationsField({ values, several, refers, invalid, onChange }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5">
      {values.map((id) => (
        <Chosen
          key={id}
          id={id}
          refers={refers}
          onRemove={() => onChange(values.filter((one) => one !== id))}
        />
      ))}
      {(several || values.length === 0) && (
        <Button
          size="small"
          icon={<Building2 size={14} />}
          aria-haspopup="dialog"
          className={invalid ? "border-danger" : ""}
          onClick={() => setOpen(true)}
        >
          {t("views.chooseValue")}
        </Button>
      )}
      {open && (
        <OrganisationPicker
          title={t("organisations.choose")}
          onClose={() => setOpen(false)}
          onChoose={(chosen) => {
            setOpen(false);
            if (chosen) onChange([...new Set([...values, chosen.organisationid])]);
          }}
        />
      )}
    </span>
  );
}

type ChosenProps = { id: string; refers: View["refers"]; onRemove: () => void };

function Chosen({ id, refers, onRemove }: ChosenProps) {
  const { t } = useTranslation();
  const known = refers.find((one) => one.id === id)?.name;
  const { data, isPending } = useQuery({ ...organisationQuery(id), enabled: !known });
  const name = known ?? data?.name ?? (isPending ? "…" : t("views.deleted"));
  return (
    <span className="flex min-w-0 items-center rounded-m border border-line-strong bg-raised pl-2.5 text-s">
      <span dir="auto" className="min-w-0 wrap-anywhere">
        {name}
      </span>
      <button
        type="button"
        aria-label={t("views.removeValue", { name })}
        onClick={onRemove}
        className="grid size-8 shrink-0 place-items-center rounded-m text-text-2 hover:text-text max-phone:size-11"
      >
        <X size={14} aria-hidden="true" />
      </button>
    </span>
  );
}
