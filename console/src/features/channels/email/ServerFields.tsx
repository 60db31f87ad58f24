import { useTranslation } from "react-i18next";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import type { Server } from "./presets.ts";

type Props = {
  label: string;
  server: Server;
  /** True when the server refused one of its fields. */
  isRefused: (field: keyof Server) => boolean;
  onChange: (server: Server) => void;
};

/** Host, port and encryption of a mail server. */
export function ServerFields({ label, server, isRefused, onChange }: Props) {
  const { t } = useTranslation();
  const { host, port, secure } = server;
  return (
    <fieldset className="grid gap-3 rounded-m border border-line p-3">
      <legend className="px-1 text-s font-semibold text-text-2">{label}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_96px] gap-3">
        <Field
          label={t("channelEmail.host")}
          value={host}
          onChange={(event) => onChange({ ...server, host: event.target.value.trim() })}
          refused={isRefused("host")}
          maxLength={255}
          autoComplete="off"
          spellCheck={false}
        />
        <Field
          label={t("channelEmail.port")}
          value={port || ""}
          refused={isRefused("port")}
          inputMode="numeric"
          maxLength={5}
          onChange={(event) => onChange({ ...server, port: Number(event.target.value.replace(/\D/g, "")) })}
        />
      </div>
      <Select
        label={t("channelEmail.encryption")}
        value={secure ? "tls" : "starttls"}
        options={[
          { value: "tls", label: t("channelEmail.tls") },
          { value: "starttls", label: t("channelEmail.starttls") },
        ]}
        onChange={(next) => onChange({ ...server, secure: next === "tls" })}
        className="w-full"
      />
    </fieldset>
  );
}
