import { Tabs } from "@base-ui/react/tabs";
import type { ChannelRow } from "@parley/contract/channels";
import type { Language } from "@parley/contract/sessions";
import type { Widget, WidgetSettings } from "@parley/contract/widget";
import { hashKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { UnsavedBar } from "../../unsaved/UnsavedBar.tsx";
import { isColour } from "./contrast.ts";
import { draftOf, settingsOf, type WidgetDraft } from "./draft.ts";
import { EmbedCode } from "./EmbedCode.tsx";
import { IdentifySecret } from "./IdentifySecret.tsx";
import { LookFields } from "./LookFields.tsx";
import { OriginsField } from "./OriginsField.tsx";
import { originsOf } from "./origins.ts";
import { Preview } from "./Preview.tsx";
import { TextFields } from "./TextFields.tsx";
import { VisitorFields } from "./VisitorFields.tsx";

type Props = { account: ChannelRow; widget: Widget };

const groups = ["look", "texts", "pages", "visitors", "secret", "code"] as const;
type Group = (typeof groups)[number];

/** Appearance, texts, pages and fields of a widget with a live preview. They are published together. */
export function WidgetForm({ account, widget }: Props) {
  const { t, i18n } = useTranslation();
  const cache = useQueryClient();
  const { channelid, name } = account;
  const [draft, setDraft] = useState(() => draftOf(widget.settings));
  const [group, setGroup] = useState<Group>("look");
  const [language, setLanguage] = useState(widget.settings.language ?? (i18n.language as Language));
  const [fault, setFault] = useState<string | null>(null);
  const publish = useMutation({
    mutationFn: (body: WidgetSettings) => call("changeWidget", { params: { channelid }, body }),
    onSuccess: (saved) => {
      cache.setQueryData(keys.widget(channelid), saved);
      setDraft(draftOf(saved.settings));
      toast(t("channelWeb.published"));
    },
  });
  const change = (to: Partial<WidgetDraft>) => {
    setDraft((before) => ({ ...before, ...to }));
    setFault(null);
    // The message about other settings disappears.
    if (!publish.isPending) publish.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { origins, wrong } = originsOf(draft.pages);
    if (wrong) {
      setGroup("pages");
      setFault(t("channelWeb.wrongOrigin", { typed: wrong }));
    } else if (!isColour(draft.colour)) setGroup("look");
    else publish.mutate(settingsOf(draft, origins));
  };
  const fields = { draft, onChange: change };
  const contents: Record<Group, ReactNode> = {
    look: <LookFields {...fields} />,
    texts: <TextFields {...fields} language={language} onLanguage={setLanguage} />,
    pages: (
      <OriginsField rows={6} value={draft.pages} fault={fault} onChange={(pages) => change({ pages })} />
    ),
    visitors: <VisitorFields {...fields} />,
    secret: <IdentifySecret channelid={channelid} />,
    code: <EmbedCode widget={widget} />,
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(300px,380px)] items-start gap-6 max-tablet:grid-cols-[minmax(0,1fr)]">
      <form
        onSubmit={submit}
        noValidate
        aria-label={t("channelWeb.settingsOf", { name })}
        className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4 rounded-card border border-line bg-pane p-5"
      >
        <h2 className="truncate text-l font-semibold tracking-tight">{name}</h2>
        <Tabs.Root value={group} onValueChange={setGroup} className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Tabs.List className="flex flex-wrap gap-1 border-b border-line">
            {groups.map((one) => (
              <Tabs.Tab
                key={one}
                value={one}
                className="-mb-px shrink-0 border-b-2 border-transparent px-3 py-2 text-s font-semibold text-text-2 transition duration-150 hover:text-text data-active:border-accent-text data-active:text-text max-phone:min-h-11"
              >
                {t(`channelWeb.groups.${one}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {groups.map((one) => (
            <Tabs.Panel key={one} value={one} className="grid grid-cols-[minmax(0,1fr)] gap-5">
              {contents[one]}
            </Tabs.Panel>
          ))}
        </Tabs.Root>
        {!fault && <FormMessage error={publish.error && failureText(publish.error, t)} />}
        <p className="text-right text-xs text-text-3">{t("channelWeb.publishHint")}</p>
        <UnsavedBar
          changed={hashKey([draft]) !== hashKey([draftOf(widget.settings)])}
          save={t("channelWeb.publish")}
          pending={publish.isPending}
          onDiscard={() => change(draftOf(widget.settings))}
        />
      </form>
      <Preview account={account} widgetKey={widget.key} draft={draft} language={language} />
    </div>
  );
}
