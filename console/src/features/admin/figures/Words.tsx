import type { Figures } from "@parley/contract/figures";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { workspacePath } from "../../../paths.ts";
import { Stars } from "../../../ui/Stars.tsx";
import { showDateTimeIn } from "../../../ui/time.ts";

/** The newest words of clients about their stars. */
export function Words({ figures }: { figures: Figures }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t("figures.words")} className="min-w-0 rounded-card border border-line bg-pane">
      <h2 className="border-b border-line px-4 py-3 font-semibold">{t("figures.words")}</h2>
      {figures.words.length === 0 && <p className="px-4 py-3.5 text-s text-text-2">{t("figures.noWords")}</p>}
      <ul className="max-h-[420px] overflow-y-auto">
        {figures.words.map(({ ticketid, client_name, agent_name, stars, words, rated_on }) => (
          <li key={`${ticketid} ${rated_on}`} className="border-b border-line last:border-0">
            <Link to={workspacePath({ ticket: ticketid })} className="block px-4 py-2.5 hover:bg-raised">
              <span className="flex flex-wrap items-center gap-x-2 text-xs text-text-3">
                <Stars rating={stars} />
                <bdi>{client_name}</bdi>
                {agent_name && <span>{t("figures.about", { name: agent_name })}</span>}
                <span className="ml-auto tabular-nums">{showDateTimeIn(rated_on, figures.time_zone)}</span>
              </span>
              <span className="mt-0.5 block text-s wrap-anywhere">{words}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
