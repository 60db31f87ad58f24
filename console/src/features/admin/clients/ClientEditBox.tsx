import type { Body } from "@parley/contract/calls/table";
import type { ClientProfile } from "@parley/contract/client-profiles";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { failureText } from "../../session/failure-text.ts";
import { UnsavedMark } from "../../unsaved/UnsavedMark.tsx";
import { leaveForm, useEdited } from "../../unsaved/unsaved.ts";
import { refreshClients, showClient } from "../client-queries.ts";

type Props = { client: ClientProfile["client"]; onClose: () => void };

export function ClientEditBox({ client, onClose }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [missing, setMissing] = useState(false);
  const { edited, watch } = useEdited();
  const update = useMutation({
    mutationFn: (body: Body<"updateClient">) => call("updateClient", { body }),
    onSuccess: async (row) => {
      showClient(cache, row);
      onClose();
      await refreshClients(cache);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const read = (name: keyof Body<"updateClient">) => String(given.get(name) ?? "").trim();
    const body = {
      clientid: client.clientid,
      client_name: read("client_name"),
      address: read("address"),
      account_number: read("account_number"),
      note: read("note"),
    };
    const empty = Object.values(body).some((value) => value === "");
    setMissing(empty);
    if (!empty) update.mutate(body);
  };
  return (
    <form
      onSubmit={submit}
      onChange={watch}
      noValidate
      aria-label={t("clients.edit")}
      className="mb-4 grid grid-cols-2 gap-3.5 rounded-m bg-raised p-4 max-phone:grid-cols-1"
    >
      <Field label={t("clients.name")} name="client_name" defaultValue={client.client_name} required />
      <Field
        label={t("clients.accountNumber")}
        name="account_number"
        defaultValue={client.account_number ?? ""}
        required
      />
      <Field label={t("clients.address")} name="address" defaultValue={client.address ?? ""} required />
      <Field label={t("clients.note")} name="note" defaultValue={client.note ?? ""} required />
      <p role="alert" className="col-span-full text-s text-danger empty:hidden">
        {missing ? t("reasons.some_fields_missing") : update.error && failureText(update.error, t)}
      </p>
      <div className="col-span-full flex flex-wrap justify-end gap-2">
        <UnsavedMark changed={edited && !update.isSuccess} />
        <Button onClick={() => leaveForm(onClose)}>{t("common.cancel")}</Button>
        <Button look="primary" type="submit" disabled={update.isPending}>
          {t("clients.save")}
        </Button>
      </div>
    </form>
  );
}
