import { ExternalLink } from "lucide-react";
import { useTranslation } from "react-i18next";
import { testPage } from "./embed-code.ts";

type Props = { widget: { key: string; snippet: string } };

/** Links to the desk's own page with the widget, in a new window. */
export function TryLink({ widget }: Props) {
  const { t } = useTranslation();
  return (
    <a
      href={testPage(widget)}
      target="_blank"
      rel="noreferrer"
      className="inline-flex h-9 items-center gap-2 rounded-m border border-line-strong px-3.5 text-s font-semibold transition duration-150 hover:bg-raised-2 max-phone:h-11"
    >
      <ExternalLink size={15} aria-hidden="true" />
      {t("channelWeb.tryIt")}
    </a>
  );
}
