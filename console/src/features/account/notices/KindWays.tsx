import { abilitiesOf } from "@parley/contract/abilities";
import { type NoticeKind, type NoticeWay, noticeKindNames, noticeWays } from "@parley/contract/notice-kinds";
import type { ChangeNoticeSettings, NoticeSettings } from "@parley/contract/notices";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { useProfile } from "../../session/viewer.ts";

type Kinds = NoticeSettings["kinds"];
type Props = { kinds: Kinds; onChange: (kinds: NonNullable<ChangeNoticeSettings["kinds"]>) => void };

/** Each kind with its ways. The accounts of the company concern administrators alone. */
export function KindWays({ kinds, onChange }: Props) {
  const { t } = useTranslation();
  const { role, email } = useProfile();
  const shown = noticeKindNames.filter(
    (kind) => kind !== "channel" || abilitiesOf(role).has("manageSettings"),
  );
  return (
    <section
      aria-label={t("notices.title")}
      className="rounded-card border border-line bg-pane p-5 max-phone:p-4"
    >
      <ul className="divide-y divide-line">
        {shown.map((kind) => (
          <li key={kind} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 first:pt-0">
            <span className="min-w-0 flex-1 basis-52 font-medium">{t(`notices.kind.${kind}`)}</span>
            <span className="grid grid-cols-[repeat(3,minmax(5.5rem,auto))] gap-x-3 max-phone:w-full max-phone:grid-cols-3">
              {noticeWays.map((way) => (
                <Way
                  key={way}
                  kind={kind}
                  way={way}
                  on={kinds[kind][way]}
                  onChange={(on) => onChange({ [kind]: { [way]: on } })}
                />
              ))}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-s text-text-2">{t("notices.pushHint")}</p>
      <p className="mt-1 text-s wrap-anywhere text-text-2">{t("notices.mailHint", { email })}</p>
    </section>
  );
}

type WayProps = { kind: NoticeKind; way: NoticeWay; on: boolean | null; onChange: (on: boolean) => void };

function Way({ kind, way, on, onChange }: WayProps) {
  const { t } = useTranslation();
  const id = useId();
  const name = t(`notices.way.${way}`);
  if (on === null) return <span />;
  return (
    <label htmlFor={id} className="flex min-h-9 items-center gap-2 text-s max-phone:min-h-11">
      <Checkbox id={id} label={`${t(`notices.kind.${kind}`)}: ${name}`} checked={on} onChange={onChange} />
      <span aria-hidden="true" className="min-w-0 wrap-anywhere">
        {name}
      </span>
    </label>
  );
}
