import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import type { Server, UsualPorts } from "./presets.ts";

type Props = {
  label: string;
  server: Server;
  /** Says which port goes with which encryption. */
  ports: string;
  usual: UsualPorts;
  faultAt: (field: "host" | "port") => string | null;
  onChange: (server: Server) => void;
};

/** Host, port and encryption of a mail server. A usual port changes with the encryption; another one stays. */
export function ServerFields({ label, server, ports, usual, faultAt, onChange }: Props) {
  const { t } = useTranslation();
  const hint = useId();
  const { host, port, secure } = server;
  const portFor = (tls: boolean) => {
    if (port !== (tls ? usual.starttls : usual.tls)) return port;
    return tls ? usual.tls : usual.starttls;
  };
  return (
    <fieldset aria-describedby={hint} className="grid gap-3 rounded-m border border-line p-3">
      <legend className="px-1 text-s font-semibold text-text-2">{label}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_96px] gap-3">
        <Field
          label={t("channelEmail.host")}
          value={host}
          onChange={(event) => onChange({ ...server, host: event.target.value.trim() })}
          fault={faultAt("host")}
          maxLength={255}
          autoComplete="off"
          spellCheck={false}
        />
        <Field
          label={t("channelEmail.port")}
          value={port || ""}
          fault={faultAt("port")}
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
        onChange={(next) => onChange({ ...server, secure: next === "tls", port: portFor(next === "tls") })}
        className="h-11 w-full"
      />
      <p id={hint} className="text-xs text-text-3">
        {ports}
      </p>
    </fieldset>
  );
}
