import { limits } from "@parley/contract/limits";
import type { Rule, TriedRule } from "@parley/contract/rules";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { workspacePath } from "../../../paths.ts";
import { Button } from "../../../ui/Button.tsx";
import { FactCard, FactCards } from "../../../ui/FactCards.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TableScroller } from "../../../ui/TableScroller.tsx";
import { tableLook } from "../../../ui/table.ts";
import { showDateTimeIn } from "../../../ui/time.ts";
import { usePhone } from "../../../ui/viewport.ts";
import { Leaves } from "../../tickets/rules/Leaves.tsx";
import { organisationsSeen, type RuleWords, useRuleWords } from "../../tickets/rules/words.ts";
import type { Settings } from "./draft.ts";

type Row = TriedRule["listed"][number];
type Props = {
  tried: TriedRule;
  /** The rule that was tried. */
  settings: Settings;
  /** The version that it was compared with; null for a new rule. */
  version: number | null;
  refers: Rule["refers"];
  zone: string;
};

const shows = ["ran", "not", "differs", "all"] as const;
type Shown = (typeof shows)[number];
const atOnce = 30;

const isDifferent = ({ outcome, before }: Row): boolean =>
  before !== undefined && (before === "ran") !== (outcome === "ran");

const tests: Record<Shown, (row: Row) => boolean> = {
  ran: ({ outcome }) => outcome === "ran",
  not: ({ outcome }) => outcome !== "ran",
  differs: isDifferent,
  all: () => true,
};

/** Shows what the rule would have done: the counts, and the tickets with what decided. */
export function Tried({ tried, settings, version, refers, zone }: Props) {
  const { t } = useTranslation();
  const phone = usePhone();
  const { listed, tickets, heard, ran } = tried;
  const [shown, setShown] = useState<Shown>(ran > 0 ? "ran" : "all");
  const [most, setMost] = useState(atOnce);
  const { condition } = settings;
  const seen = organisationsSeen(listed.map(({ leaves }) => ({ condition, leaves })));
  const words = useRuleWords(refers, { zone, organisations: seen });
  const ranBefore = listed.filter(({ before }) => before === "ran").length;
  const rows = listed.filter(tests[shown]);
  const differing = listed.filter(isDifferent).length;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div role="status">
        <p className="font-semibold">
          {t("rules.wouldRun", { count: ran, tickets })}{" "}
          {version !== null && (
            <span className="font-normal text-text-2">
              {t("rules.ranBefore", { version, count: ranBefore })}
            </span>
          )}
        </p>
        <p className="text-s text-text-2">
          {t("rules.heardOf", { count: heard })} {t("rules.nothingDone")}
        </p>
      </div>
      {listed.length > 0 && (
        <Select
          label={t("rules.show")}
          value={shown}
          options={shows
            .filter((value) => value !== "differs" || version !== null)
            .map((value) => ({
              value,
              label: t(`rules.shown.${value}`, { count: listed.filter(tests[value]).length }),
            }))}
          onChange={(chosen) => {
            setShown(chosen);
            setMost(atOnce);
          }}
          className="justify-self-start"
        />
      )}
      {version !== null && differing > 0 && shown !== "differs" && (
        <p className="text-s text-warn">{t("rules.differ", { count: differing })}</p>
      )}
      {rows.length > 0 &&
        (phone ? (
          <FactCards label={t("rules.try")}>
            {rows.slice(0, most).map((row) => (
              <FactCard
                key={row.ticketid}
                head={<TicketLink row={row} />}
                facts={[
                  [t("rules.column.client"), row.client_name],
                  [t("rules.column.changed"), showDateTimeIn(row.updated_on, zone)],
                  [
                    t("rules.column.would"),
                    <Outcome key="would" row={row} settings={settings} words={words} />,
                  ],
                  [
                    t("rules.column.since"),
                    row.leaves.length > 0 && (
                      <Leaves key="since" condition={settings.condition} leaves={row.leaves} words={words} />
                    ),
                  ],
                ]}
              />
            ))}
          </FactCards>
        ) : (
          <TriedTable {...{ rows: rows.slice(0, most), settings, words, zone }} />
        ))}
      {rows.length > most && (
        <Button className="justify-self-center" onClick={() => setMost(most + 4 * atOnce)}>
          {t("rules.showMore", { count: rows.length - most })}
        </Button>
      )}
    </div>
  );
}

type TableProps = { rows: Row[]; settings: Settings; words: RuleWords; zone: string };

function TriedTable({ rows, settings, words, zone }: TableProps) {
  const { t } = useTranslation();
  const columns = ["ticket", "client", "changed", "would", "since"] as const;
  return (
    <TableScroller label={t("rules.try")}>
      <table className={tableLook.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={tableLook.head}>
                {t(`rules.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.ticketid} className={`${tableLook.row} align-top`}>
              <td className={tableLook.cell}>
                <TicketLink row={row} />
              </td>
              <td className={`${tableLook.cell} max-w-48`}>
                <span dir="auto" title={row.client_name} className="block truncate">
                  {row.client_name}
                </span>
                <span className="block truncate text-xs text-text-3">{row.department_name}</span>
              </td>
              <td className={`${tableLook.cell} text-text-2 tabular-nums`}>
                {showDateTimeIn(row.updated_on, zone)}
              </td>
              <td className="min-w-44 px-3 py-2">
                <Outcome row={row} settings={settings} words={words} />
              </td>
              <td className="min-w-52 px-3 py-2">
                <Leaves condition={settings.condition} leaves={row.leaves} words={words} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroller>
  );
}

function TicketLink({ row: { ticketid } }: { row: Row }) {
  const id = ticketid.slice(0, limits.shortIdLength);
  return (
    <Link
      to={workspacePath({ ticket: id })}
      target="_blank"
      rel="noreferrer"
      className="font-mono text-accent-text hover:underline"
    >
      {id}
    </Link>
  );
}

type OutcomeProps = { row: Row; settings: Settings; words: RuleWords };

/** Says what would change in the ticket, or why nothing would. */
function Outcome({ row: { outcome, changes, before }, settings, words }: OutcomeProps) {
  const { t } = useTranslation();
  const ran = outcome === "ran";
  const made = settings.actions.filter(({ kind }) => changes.includes(kind));
  return (
    <span className={ran ? "" : "text-text-2"}>
      {!ran && t(`rules.wouldNot.${outcome}`)}
      {ran && (made.length > 0 ? words.done(made) : t("rules.noChange"))}
      {before !== undefined && (before === "ran") !== ran && (
        <span className="block text-xs text-warn">{t(ran ? "rules.newlyRuns" : "rules.noLongerRuns")}</span>
      )}
    </span>
  );
}
