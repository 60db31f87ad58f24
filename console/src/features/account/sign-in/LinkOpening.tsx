import { useTranslation } from "react-i18next";
import { Refused } from "../../../api/client.ts";
import { Button } from "../../../ui/Button.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { failureText } from "../../session/failure-text.ts";
import type { useLink } from "./link.ts";

type Props = { link: ReturnType<typeof useLink>; label: string };

/** Shows a mailed link while it is opened, or why it cannot be. */
export function LinkOpening({ link: { data, error, isPending, refetch }, label }: Props) {
  const { t } = useTranslation();
  if (isPending) {
    return (
      <div role="status" aria-label={label}>
        <Skeleton className="h-64 rounded-m" />
      </div>
    );
  }
  if (!error || data) return null;
  return (
    <div className="grid gap-4">
      <p role="alert" className="text-center text-balance">
        {failureText(error, t)}
      </p>
      {!(error instanceof Refused) && <Button onClick={() => refetch()}>{t("common.retry")}</Button>}
    </div>
  );
}
