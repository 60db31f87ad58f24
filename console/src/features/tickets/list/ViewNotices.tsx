import type { View } from "@parley/contract/views";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { useProfile } from "../../session/viewer.ts";
import { goneOf } from "../views/gone.ts";
import type { ShownView } from "../views/shown-views.ts";
import { useChangeView } from "../views/use-change-view.ts";

type Props = { view: ShownView; onKept: (viewid: string) => void };

/** Says what a view asks for that is gone, and whose view it is that a colleague sent. */
export function ViewNotices({ view, onKept }: Props) {
  const { t } = useTranslation();
  const { userid } = useProfile();
  const gone = goneOf(view);
  const names = gone.map((name) => name ?? t("views.goneUnnamed"));
  const sent = view.view?.audience === "own" && view.view.maker.userid !== userid ? view.view : null;
  return (
    <>
      {gone.length > 0 && (
        <p role="status" className="mx-4 mb-1 text-xs break-words text-warn">
          {t("views.gone", { names: names.join(", ") })}
        </p>
      )}
      {sent && <SentView view={sent} onKept={onKept} />}
    </>
  );
}

function SentView({ view, onKept }: { view: View; onKept: Props["onKept"] }) {
  const { t } = useTranslation();
  const { create } = useChangeView();
  const { name, condition, sort } = view;
  return (
    <div className="mx-4 mb-1 flex flex-wrap items-center gap-2 text-xs text-text-2">
      <span className="min-w-0 flex-1 break-words">{t("views.by", { name: view.maker.name })}</span>
      <Button
        size="tiny"
        disabled={create.isPending}
        onClick={() =>
          create.mutate({ name, condition, sort }, { onSuccess: ({ viewid }) => onKept(viewid) })
        }
      >
        {t("views.keep")}
      </Button>
    </div>
  );
}
