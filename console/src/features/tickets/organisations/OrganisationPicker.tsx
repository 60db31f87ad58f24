import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { foundOrganisationsQuery } from "./organisation-queries.ts";

type Props = {
  title: string;
  /** The choice of none; left out where one must be chosen. */
  none?: string | undefined;
  onChoose: (organisation: { organisationid: string; name: string } | null) => void;
  onClose: () => void;
};

/** Finds an organisation by a part of its name or by a domain. */
export function OrganisationPicker({ title, none, onChoose, onClose }: Props) {
  const { t } = useTranslation();
  const [term, setTerm] = useState("");
  const { data, isFetching, isError } = useQuery(foundOrganisationsQuery(term.trim()));
  const found = data?.organisations ?? [];
  return (
    <Dialog open onClose={onClose} title={title}>
      <div className="mt-4 grid gap-3">
        <Field
          label={t("organisations.search")}
          type="search"
          value={term}
          onChange={({ target }) => setTerm(target.value)}
        />
        <ul
          className="grid max-h-64 min-h-24 grid-cols-[minmax(0,1fr)] content-start gap-1 overflow-y-auto"
          aria-busy={isFetching}
        >
          {found.map(({ organisationid, name, domains }) => (
            <li key={organisationid}>
              <button
                type="button"
                onClick={() => onChoose({ organisationid, name })}
                className="flex min-h-11 w-full items-center gap-3 rounded-m px-2 py-1.5 text-left text-s hover:bg-raised"
              >
                <span dir="auto" className="min-w-0 flex-1 truncate font-semibold">
                  {name}
                </span>
                <span className="max-w-[50%] truncate text-xs text-text-3">{domains.join(", ")}</span>
              </button>
            </li>
          ))}
          {!isFetching && found.length === 0 && (
            <li className={`px-2 py-3 text-s ${isError ? "text-danger" : "text-text-2"}`}>
              {t(isError ? "organisations.failed" : "organisations.noneFound")}
            </li>
          )}
        </ul>
      </div>
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        {none && <Button onClick={() => onChoose(null)}>{none}</Button>}
        <Button onClick={onClose}>{t("common.cancel")}</Button>
      </div>
    </Dialog>
  );
}
