import type { Hit } from "@parley/contract/search";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { showDateTime } from "../../../ui/time.ts";
import { placeOfHit } from "./everything.ts";
import { HitFace } from "./HitFace.tsx";
import { Marked } from "./Marked.tsx";
import { titleOf } from "./title.ts";

/** A result of the search page: what it is about, the found words, and where they stand. */
export function HitRow({ hit }: { hit: Hit }) {
  const { t } = useTranslation();
  const { to, state } = placeOfHit(hit);
  const { ticket, client, place } = hit;
  const title = titleOf(hit);
  // The words stand in the title itself.
  const inTitle = hit.text === title && !hit.author;
  const named = place === "text" || place === "client" ? null : t(`commands.page.place.${place}`);
  return (
    <li>
      <Link
        to={to}
        state={state}
        className="flex min-h-14 gap-3 rounded-m px-3 py-2.5 hover:bg-raised focus-visible:bg-raised"
      >
        <HitFace hit={hit} />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-baseline gap-x-2.5">
            <b className="min-w-0 font-semibold break-words">
              {inTitle ? <Marked text={title} marks={hit.marks} /> : title}
            </b>
            <time dateTime={hit.created_on} className="text-xs text-text-3 tabular-nums">
              {showDateTime(hit.created_on)}
            </time>
          </span>
          {!inTitle && (
            <span dir="auto" className="line-clamp-2 text-s break-words text-text-2">
              {(hit.author ?? named) && (
                <span className="text-text-3">{[hit.author, named].filter(Boolean).join(" · ")}: </span>
              )}
              <Marked text={hit.text} marks={hit.marks} />
            </span>
          )}
          <span className="block text-xs break-words text-text-3">
            {ticket ? (
              <>
                {ticket.subject ? `${ticket.client_name} · ` : ""}
                {ticket.closed_on ? `${t("tickets.closed")} · ` : ""}
                {ticket.department_name} · <span className="font-mono">{ticket.ticketid.slice(0, 8)}</span>
              </>
            ) : (
              <span className="font-mono">{client?.account_number ?? client?.short_id}</span>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}
