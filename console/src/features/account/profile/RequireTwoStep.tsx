import type { TwoStepState } from "@parley/contract/two-step";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { useFailureText } from "../../session/use-failure-text.ts";
import { useProfile } from "../../session/viewer.ts";
import { twoStepQuery } from "./queries.ts";

/** Administrators require two-step sign-in of everyone in the company here. */
export function RequireTwoStep({ state }: { state: TwoStepState }) {
  const { t } = useTranslation();
  const { companyName } = useProfile();
  const cache = useQueryClient();
  const reason = useFailureText();
  const id = useId();
  const require = useMutation({
    mutationFn: (required: boolean) => call("requireTwoStep", { body: { required } }),
    onSuccess: (next) => cache.setQueryData(twoStepQuery.queryKey, next),
  });
  const possible = state.required || state.since !== null;
  return (
    <div className="border-t border-line pt-4">
      <button
        type="button"
        role="switch"
        aria-checked={state.required}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        disabled={!possible || require.isPending}
        onClick={() => require.mutate(!state.required)}
        className="group flex min-h-11 w-full items-center gap-3 rounded-m text-left disabled:cursor-not-allowed"
      >
        <span className="relative h-6 w-10 shrink-0 rounded-full bg-raised-2 ring-1 ring-line-strong transition duration-150 ring-inset group-disabled:opacity-50 group-aria-checked:bg-accent after:absolute after:top-1 after:left-1 after:size-4 after:rounded-full after:bg-text-2 after:transition after:duration-150 group-aria-checked:after:translate-x-4 group-aria-checked:after:bg-accent-ink" />
        <span className="min-w-0 flex-1">
          <span id={`${id}-label`} className="font-medium">
            {t("twoStep.require", { company: companyName })}
          </span>
          <span id={`${id}-hint`} className="block text-s text-text-2">
            {t(possible ? "twoStep.requireHint" : "twoStep.requireFirst")}
          </span>
        </span>
      </button>
      {require.error && <FormMessage error={reason(require.error)} />}
    </div>
  );
}
