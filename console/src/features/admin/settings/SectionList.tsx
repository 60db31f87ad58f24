import { ChevronRight } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { adminPaths } from "../../../paths.ts";
import { groups, icons, type Section } from "./sections.tsx";

type Props = {
  /** The section on screen. */
  shown: Section | null;
  /** The section that the viewer came back from. */
  left: Section | null;
  /** True if it is a page of its own, as on a phone. */
  alone: boolean;
};

/** The sections of the settings, in groups. */
export function SectionList({ shown, left, alone }: Props) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <nav aria-label={t("admin.settings")} className="grid gap-5">
      {groups.map(({ name, sections }) => (
        <div key={name}>
          <p id={`${id}-${name}`} className="mb-1 px-2.5 text-xs font-semibold text-text-3">
            {t(`settings.group.${name}`)}
          </p>
          <ul
            aria-labelledby={`${id}-${name}`}
            className={alone ? "rounded-card border border-line bg-pane p-1" : "grid gap-0.5"}
          >
            {sections.map((section) => {
              const Icon = icons[section];
              return (
                <li key={section}>
                  <Link
                    to={`${adminPaths.settings}#${section}`}
                    ref={section === left ? focus : undefined}
                    aria-current={section === shown ? "page" : undefined}
                    className="group flex min-h-9 items-center gap-2.5 rounded-m px-2.5 py-1.5 text-s font-semibold text-text-2 transition duration-150 hover:bg-raised hover:text-text aria-[current=page]:bg-raised-2 aria-[current=page]:text-text max-tablet:min-h-12"
                  >
                    <Icon
                      size={17}
                      aria-hidden="true"
                      className="shrink-0 group-aria-[current=page]:text-accent-text"
                    />
                    <span className="min-w-0 flex-1 break-words">{t(`settings.section.${section}`)}</span>
                    {alone && <ChevronRight size={16} aria-hidden="true" className="shrink-0 text-text-3" />}
                  </Link>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </nav>
  );
}

const focus = (link: HTMLElement | null) => link?.focus({ preventScroll: true });
