import { hashKey, useMutation } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { LoadFailed } from "../../../ui/LoadFailed.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { failureText } from "../../session/failure-text.ts";

type Props<Settings, Answer> = {
  /** Null while the form is not complete. */
  settings: Settings | null;
  texts: {
    title: string;
    hint: string;
    run: string;
    incomplete: string;
    outdated: string;
    failed: (reason: string) => string;
  };
  onTry: (settings: Settings) => Promise<Answer>;
  onIncomplete: () => void;
  /** Shows the answer to `asked`. `trial` differs for each trial. */
  children: (answer: Answer, asked: Settings, trial: number) => ReactNode;
};

/** Tries settings before they are saved, and says when the answer is for other ones. Nothing is changed or sent. */
export function TrialPanel<Settings, Answer>(props: Props<Settings, Answer>) {
  const { settings, texts, onTry, onIncomplete, children } = props;
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Settings | null>(null);
  const trial = useMutation({ mutationFn: onTry });
  function run() {
    if (!settings) {
      onIncomplete();
      return;
    }
    setAsked(settings);
    trial.mutate(settings);
  }
  return (
    <section
      aria-label={texts.title}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card border border-line bg-pane p-5 max-phone:px-4"
    >
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="font-semibold">{texts.title}</h3>
          <p className="text-s text-text-2">{texts.hint}</p>
        </div>
        <Button icon={<FlaskConical size={16} />} disabled={trial.isPending} onClick={run}>
          {texts.run}
        </Button>
      </div>
      {!settings && <p className="text-s text-text-3">{texts.incomplete}</p>}
      {trial.isPending && <Skeleton className="h-40 rounded-m" />}
      {trial.error && <LoadFailed text={texts.failed(failureText(trial.error, t))} onRetry={run} />}
      {trial.data !== undefined && asked && (
        <>
          {hashKey([asked]) !== hashKey([settings]) && (
            <p role="status" className="text-s text-warn">
              {texts.outdated}
            </p>
          )}
          {children(trial.data, asked, trial.submittedAt)}
        </>
      )}
    </section>
  );
}
