import { ChevronLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigationType } from "react-router";
import { type Place, usePlace } from "./place.ts";

type Props = {
  /** The place to go to where it is not known from which one the viewer came. */
  home: Place;
  /** True where something else takes the focus. */
  quiet?: boolean;
};

/** Leads to the place that the viewer came from. */
export function BackLink({ home, quiet = false }: Props) {
  const { t } = useTranslation();
  const { from, addressOf } = usePlace();
  const link = useRef<HTMLAnchorElement>(null);
  const opened = useNavigationType() === "PUSH";
  // The link that opened this has disappeared.
  useEffect(() => {
    if (opened && !quiet) link.current?.focus();
  }, [opened, quiet]);
  return (
    <Link
      ref={link}
      to={addressOf(from ?? home)}
      className="-ml-2 inline-flex min-h-9 items-center gap-1 self-start rounded-m px-2 text-s font-semibold text-text-2 transition duration-150 hover:bg-raised-2 hover:text-text max-phone:min-h-11"
    >
      <ChevronLeft size={16} aria-hidden="true" />
      {t("channels.back")}
    </Link>
  );
}
