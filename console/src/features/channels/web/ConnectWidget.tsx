import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { type FormFault, faultAt, faultOf } from "../tab/form-fault.ts";
import type { Connected } from "../tab/props.ts";
import { NewWidget } from "./NewWidget.tsx";
import { OriginsField } from "./OriginsField.tsx";
import { originsOf } from "./origins.ts";

type Given = { name: string; origins: string[] };

const fields = ["name", "origins"] as const;
type Fault = FormFault<(typeof fields)[number]>;

type Props = { suggested?: string; onConnected?: (connected: Connected) => void };

/** Creates a widget; then shows its code, and its secret once. */
export function ConnectWidget({ suggested = "", onConnected }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [name, setName] = useState(suggested);
  const [pages, setPages] = useState("");
  const [found, setFound] = useState<Fault | null>(null);
  const connect = useMutation({
    mutationFn: (body: Given) => call("connectChannel", { params: { platform: "web" }, body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: keys.channels }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { origins, wrong } = originsOf(pages);
    const given = { name: name.trim(), origins };
    const fault = checkGiven(given.name, wrong);
    setFound(fault);
    if (fault) connect.reset();
    else connect.mutate(given);
  };
  const { data: created, error, isPending } = connect;
  if (created) {
    const done = () => {
      connect.reset();
      setName("");
      setPages("");
      onConnected?.({
        said: t("channelWeb.created", { name: created.name }),
        is: (account) => account.channelid === created.channelid,
      });
    };
    return <NewWidget created={created} onDone={done} />;
  }
  const fault = found ?? (error && faultOf(error, t, fields));
  return (
    <form
      onSubmit={submit}
      // The message about other entries disappears.
      onChange={() => {
        setFound(null);
        if (!isPending) connect.reset();
      }}
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <p className="text-s text-text-2">{t("channelWeb.hint")}</p>
      <Field
        label={t("channelWeb.name")}
        value={name}
        onChange={({ target }) => setName(target.value)}
        fault={faultAt(fault, "name")}
        maxLength={200}
        autoComplete="off"
      />
      <OriginsField rows={3} value={pages} onChange={setPages} fault={faultAt(fault, "origins")} />
      {!fault?.field && <FormMessage error={fault?.text} />}
      <Button look="primary" type="submit" disabled={isPending} className="justify-self-end">
        {t("channelWeb.create")}
      </Button>
    </form>
  );

  function checkGiven(title: string, wrong: string | null): Fault | null {
    if (!title) return { field: "name", text: t("reasons.empty_field") };
    return wrong ? { field: "origins", text: t("channelWeb.wrongOrigin", { typed: wrong }) } : null;
  }
}
