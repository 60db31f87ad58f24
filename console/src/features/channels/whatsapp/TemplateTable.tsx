import type { MessageTemplate } from "@parley/contract/templates";
import { ChevronDown } from "lucide-react";
import { useTranslation } from "react-i18next";
import { reasonText } from "../../../ui/reason-text.ts";
import { TemplatePreview } from "./TemplatePreview.tsx";

const colours: Record<string, string> = {
  approved: "bg-ok/10 text-ok",
  pending: "bg-warn/10 text-warn",
  in_appeal: "bg-warn/10 text-warn",
  paused: "bg-warn/10 text-warn",
  rejected: "bg-danger/10 text-danger",
  disabled: "bg-danger/10 text-danger",
};

/** One line for each template; opened, it shows what a client gets. */
export function TemplateTable({ templates }: { templates: MessageTemplate[] }) {
  const { t } = useTranslation();
  return (
    <ul aria-label={t("channelWhatsapp.templates")} className="divide-y divide-line border-y border-line">
      {templates.map((template) => (
        <li key={template.templateid}>
          <details className="group py-3">
            <summary className="flex cursor-pointer flex-wrap items-center gap-x-4 gap-y-1 rounded-chip text-s">
              <span className="min-w-40 flex-1 basis-48">
                <span className="block truncate font-semibold" title={template.title ?? template.name}>
                  {template.title ?? template.name}
                </span>
                {template.title && (
                  <span className="block truncate text-xs text-text-3">{template.name}</span>
                )}
              </span>
              <span className="text-text-2">
                {t(`channelWhatsapp.category.${template.category as "utility"}`, {
                  defaultValue: template.category,
                })}
              </span>
              <span className="text-text-2">{template.language}</span>
              <Status template={template} />
              <ChevronDown
                size={16}
                aria-hidden="true"
                className="ml-auto shrink-0 text-text-3 group-open:rotate-180"
              />
            </summary>
            <div className="mt-3 grid gap-2">
              {template.components.other && (
                <p className="text-s text-text-2">{t("channelWhatsapp.template.other")}</p>
              )}
              <TemplatePreview
                parts={template.components}
                samples={Object.fromEntries(
                  template.components.variables.map(({ name, sample }) => [name, sample]),
                )}
              />
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}

function Status({ template: { status, reason } }: { template: MessageTemplate }) {
  const { t } = useTranslation();
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span
        className={`rounded-full px-2 py-0.5 text-xs font-semibold ${colours[status] ?? "bg-raised-2 text-text-2"}`}
      >
        {t(`channelWhatsapp.status.${status as "pending"}`, { defaultValue: status })}
      </span>
      {reason && <span className="text-text-2">{reasonText(t, reason)}</span>}
    </span>
  );
}
