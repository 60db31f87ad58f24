import type { ChannelRow } from "@parley/contract/channels";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { failureText } from "../session/failure-text.ts";
import { channelLooks } from "./registry.ts";
import { TestSteps } from "./TestSteps.tsx";
import { useAccountTest } from "./use-account-test.ts";

type Props = { account: ChannelRow; open: boolean; onClose: () => void };

/** "Send me a test": each step as it happens. */
export function TestDialog({ account, open, onClose }: Props) {
  const { t } = useTranslation();
  const { name, channelid, platform } = account;
  const test = useAccountTest(channelid);
  const hint = useId();
  const [to, setTo] = useState("");
  function start(event: FormEvent) {
    event.preventDefault();
    test.mutate(to.trim());
  }
  return (
    <Dialog
      open={open}
      onClose={() => {
        if (!test.isRunning) test.reset();
        onClose();
      }}
      title={t("channels.test.title", { name })}
    >
      <form onSubmit={start} className="mt-4 grid gap-4">
        {channelLooks[platform].testsConnectionAlone ? (
          <p className="text-s text-text-2">{t("channels.test.connectionAlone")}</p>
        ) : (
          <div className="grid gap-1.5">
            <Field
              label={t("channels.test.to")}
              value={to}
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
              aria-describedby={hint}
              onChange={(event) => setTo(event.target.value)}
            />
            <p id={hint} className="text-xs text-text-3">
              {t("channels.test.toHint")}
            </p>
          </div>
        )}
        {!test.isIdle && !test.error && (
          <TestSteps
            steps={test.steps}
            running={test.isRunning}
            sends={Boolean(test.variables)}
            returns={test.returning}
          />
        )}
        {test.error && (
          <p role="alert" className="text-s break-words text-danger">
            {t("channels.test.failedToRun", { reason: failureText(test.error, t) })}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t("channels.test.close")}</Button>
          <Button look="primary" type="submit" disabled={test.isRunning}>
            {t("channels.test.start")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
