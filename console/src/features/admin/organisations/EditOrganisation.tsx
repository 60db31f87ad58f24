import { limits } from "@parley/contract/limits";
import type { Organisation } from "@parley/contract/organisations";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { LongField } from "../../../ui/LongField.tsx";
import { failureText } from "../../session/failure-text.ts";
import { useOrganisationSettings } from "./organisation-settings.ts";

/** Without an organisation a new one is made. */
type Props = { organisation?: Organisation; onClose: () => void; onMade?: (made: Organisation) => void };

export function EditOrganisation({ organisation, onClose, onMade }: Props) {
  const { t } = useTranslation();
  const { create, update } = useOrganisationSettings();
  const [name, setName] = useState(organisation?.name ?? "");
  const [domains, setDomains] = useState(organisation?.domains.join(", ") ?? "");
  const [note, setNote] = useState(organisation?.note ?? "");
  const { isPending, error } = organisation ? update : create;
  function save(event: FormEvent) {
    event.preventDefault();
    const body = { name: name.trim(), domains: domains.split(/[\s,;]+/).filter(Boolean), note: note.trim() };
    if (organisation)
      update.mutate({ organisationid: organisation.organisationid, ...body }, { onSuccess: onClose });
    else
      create.mutate(body, {
        onSuccess: (made) => {
          onClose();
          onMade?.(made);
        },
      });
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        organisation ? t("organisations.editTitle", { name: organisation.name }) : t("organisations.new")
      }
    >
      <form onSubmit={save} className="mt-4 grid gap-4">
        <Field
          label={t("organisations.name")}
          value={name}
          maxLength={limits.organisationName}
          required
          onChange={({ target }) => setName(target.value)}
        />
        <div className="grid gap-1">
          <Field
            label={t("organisations.domains")}
            value={domains}
            autoCapitalize="none"
            spellCheck={false}
            aria-describedby="domains-hint"
            onChange={({ target }) => setDomains(target.value)}
          />
          <p id="domains-hint" className="text-xs text-text-3">
            {t("organisations.domainsHint")}
          </p>
        </div>
        <LongField
          label={t("organisations.note")}
          value={note}
          maxLength={limits.organisationNote}
          onChange={({ target }) => setNote(target.value)}
        />
        <p role="alert" className="text-s text-danger empty:hidden">
          {error && failureText(error, t)}
        </p>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button look="primary" type="submit" disabled={isPending || name.trim() === ""}>
            {t("organisations.save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
