/** Writes the mail of a week's figures in its reader's language. Each number leads to its tickets, as on the page. */
import { averageStars } from "@parley/contract/average-stars";
import type { Figures } from "@parley/contract/figures";
import { lengthInWords } from "@parley/contract/minutes";
import type { Language } from "@parley/contract/sessions";
import { agentName } from "../../floor/actors/name.ts";
import type { Config } from "../../floor/config/config.ts";
import { linkTo } from "../../mail/compose.ts";
import type { Page } from "../../mail/texts/content.ts";
import { textsOf } from "../../mail/texts/index.ts";

type Reader = { lang: Language; first_name: string; last_name: string };

export function letterOf(
  config: Config,
  reader: Reader,
  { from, to, counts, before, answer, waiting }: Figures,
): { subject: string; page: Page } {
  const { lang } = reader;
  const { figures: texts, hello, footer } = textsOf(lang);
  const shown = (count: number) => new Intl.NumberFormat(lang).format(count);
  const day = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeZone: "UTC" });
  const days = day.formatRange(new Date(from), new Date(to));
  const fill = (text: string, value: string) => text.replace(/\{\w+\}/, () => value);
  const path = "/admin-panel/tickets";
  const line = (label: string, value: string, said: string, query: string) => ({
    ...{ text: `${label}: ${value}`, said, url: linkTo(config, `${path}?${query}`) },
  });
  const behind = (figure: string) => `figure=${figure}&from=${from}&to=${to}`;
  const counted = (what: "opened" | "closed" | "reopened") =>
    line(texts[what], shown(counts[what]), fill(texts.before, shown(before[what])), behind(what));
  const goals = counts.goals_met + counts.goals_missed;
  const percent = new Intl.NumberFormat(lang, { style: "percent" });
  const { rated, average } = averageStars(counts.stars);
  const stars = new Intl.NumberFormat(lang, { maximumFractionDigits: 1 });
  const page: Page = {
    lang,
    title: texts.title,
    hello: hello.replace("{name}", () => agentName(reader)),
    lead: fill(texts.lead, days),
    lines: [
      counted("opened"),
      counted("closed"),
      counted("reopened"),
      line(texts.waiting, shown(waiting), "", "stage=waiting"),
      line(texts.answer, lengthInWords(answer.open.median, lang), "", behind("answered")),
      ...(goals > 0
        ? [
            line(
              texts.goals,
              percent.format(counts.goals_met / goals),
              fill(texts.missed, shown(counts.goals_missed)),
              behind("goals_missed"),
            ),
          ]
        : []),
      ...(average === null
        ? []
        : [line(texts.stars, stars.format(average), fill(texts.ratings, shown(rated)), behind("rated"))]),
    ],
    code: null,
    codeNote: null,
    link: { text: texts.button, url: linkTo(config, `${path}/figures?from=${from}&to=${to}`) },
    note: texts.note,
    settings: { text: texts.settings, url: linkTo(config, `${path}/figures`, "weekly") },
    footer: footer.replace("{host}", () => new URL(config.publicUrl).host),
  };
  return { subject: fill(texts.subject, days), page };
}
