import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { LongField } from "../../../ui/LongField.tsx";
import { failureText } from "../../session/failure-text.ts";
import { EmbedCode } from "./EmbedCode.tsx";
import { originsOf } from "./origins.ts";
import { SecretOnce } from "./SecretOnce.tsx";
import { TryLink } from "./TryLink.tsx";

type NewWidget = { name: string; origins: string[] };

/** Creates a widget; then shows its code, and its secret once. */
export function ConnectWidget({ suggested = "" }: { suggested?: string }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [name, setName] = useState(suggested);
  const [pages, setPages] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const connect = useMutation({
    mutationFn: (body: NewWidget) => call("connectChannel", { params: { platform: "web" }, body }),
    onSuccess: () => {
      setName("");
      setPages("");
      void cache.invalidateQueries({ queryKey: keys.channels });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { origins, wrong } = originsOf(pages);
    const given = { name: name.trim(), origins };
    const found = given.name
      ? wrong && t("channelWeb.wrongOrigin", { typed: wrong })
      : t("reasons.empty_field");
    setFault(found);
    if (found) connect.reset();
    else connect.mutate(given);
  };
  const { data: created, error, isPending } = connect;
  const { key, snippet, identify_secret: secret } = created ?? {};
  if (created && key && snippet) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p role="status" className="text-s">
          {t("channelWeb.created", { name: created.name })}
        </p>
        <EmbedCode widget={{ key, snippet }} />
        <div className="flex flex-wrap gap-2">
          <TryLink widget={{ key, snippet }} />
        </div>
        {secret && <SecretOnce secret={secret} onDone={() => connect.reset()} />}
      </div>
    );
  }
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-s text-text-2">{t("channelWeb.hint")}</p>
      <Field
        label={t("channelWeb.name")}
        value={name}
        onChange={({ target }) => setName(target.value)}
        maxLength={200}
        autoComplete="off"
      />
      <LongField
        label={t("channelWeb.origins")}
        hint={t("channelWeb.originsHint")}
        rows={3}
        value={pages}
        onChange={({ target }) => setPages(target.value)}
        placeholder="https://shop.example"
        spellCheck={false}
      />
      <FormMessage error={fault ?? (error && failureText(error, t))} />
      <Button look="primary" type="submit" disabled={isPending} className="justify-self-end">
        {t("channelWeb.create")}
      </Button>
    </form>
  );
}
