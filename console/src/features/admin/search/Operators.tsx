import { useTranslation } from "react-i18next";

const examples = {
  phrase: '"new address"',
  from: "from:anna",
  to: "to:sales@example.com",
  tag: 'tag:vip  tag:"very important"',
  hasFile: "has:file",
  hasNote: "has:note",
  after: "after:2026-03-01",
  before: "before:2026",
  status: "status:open  status:waiting  status:accepted  status:closed  status:spam",
  in: "in:ticket  in:client  in:message  in:mail  in:note  in:file",
} as const;

/** The operators that can be typed, each with its meaning. */
export function Operators() {
  const { t } = useTranslation();
  return (
    <section
      aria-labelledby="search-operators"
      className="rounded-card border border-line bg-pane p-5 max-phone:p-4"
    >
      <h2 id="search-operators" className="font-semibold">
        {t("commands.page.operators")}
      </h2>
      <p className="mt-1 text-s text-text-2">{t("commands.page.words")}</p>
      <dl className="mt-4 grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-5 gap-y-2.5 max-phone:grid-cols-1 max-phone:gap-y-1">
        {Object.entries(examples).map(([name, example]) => (
          <div key={name} className="contents">
            <dt className="font-mono text-s break-words max-phone:mt-2">{example}</dt>
            <dd className="text-s text-text-2">
              {t(`commands.page.operator.${name as keyof typeof examples}`)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
