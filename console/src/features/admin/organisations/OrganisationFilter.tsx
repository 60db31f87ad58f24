import { useQuery } from "@tanstack/react-query";
import { Building2, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { OrganisationPicker } from "../../tickets/organisations/OrganisationPicker.tsx";
import { organisationQuery } from "../../tickets/organisations/organisation-queries.ts";

type Props = { value: string | undefined; onChange: (organisationid: string | undefined) => void };

/** Filters rows by an organisation, which is searched in a dialog: there may be thousands. */
export function OrganisationFilter({ value, onChange }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { data } = useQuery({ ...organisationQuery(value ?? ""), enabled: value !== undefined });
  return (
    <>
      <Button
        icon={<Building2 size={15} />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={value ? "border-transparent bg-accent-soft text-accent-text" : ""}
      >
        <span className="max-w-40 truncate">
          {value ? (data?.name ?? t("organisations.choose")) : t("organisations.every")}
        </span>
      </Button>
      {value && (
        <IconButton label={t("organisations.every")} onClick={() => onChange(undefined)}>
          <X size={15} />
        </IconButton>
      )}
      {open && (
        <OrganisationPicker
          title={t("organisations.choose")}
          onClose={() => setOpen(false)}
          onChoose={(chosen) => {
            onChange(chosen?.organisationid);
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
