import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { limits } from "@parley/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { type RefObject, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { openTicketsQuery } from "../../../api/queries.ts";
import { workspacePath } from "../../../paths.ts";
import { focusChat } from "../../../ui/focus-chat.ts";
import { useColleagues } from "../../session/colleagues.ts";
import { placeOfHit } from "../search/everything.ts";
import { searchPath } from "../search/path.ts";
import { useActions } from "./actions.tsx";
import { ResultRow } from "./ResultRow.tsx";
import { findResults, type Group, type Result } from "./results.ts";
import { useTicketActions } from "./ticket-actions.tsx";
import { useFound } from "./use-found.ts";

type Props = { open: boolean; onClose: () => void; showKeys: () => void };

/** Finds tickets, clients, colleagues and actions, from anywhere and by keyboard. */
export function CommandBar({ open, onClose, showKeys }: Props) {
  const { t } = useTranslation();
  // Opened again during its closing animation, it starts with an empty phrase.
  const [round, setRound] = useState(0);
  const [before, setBefore] = useState(open);
  const toChat = useRef(false);
  if (open !== before) {
    setBefore(open);
    if (open) setRound(round + 1);
  }
  function close() {
    toChat.current = false;
    onClose();
  }
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          aria-label={t("commands.title")}
          finalFocus={() => !toChat.current || focusChatLater()}
          className="fixed top-[12vh] left-1/2 z-50 flex max-h-[min(560px,76vh)] w-[min(620px,calc(100vw-24px))] -translate-x-1/2 flex-col overflow-hidden rounded-card border border-line-strong bg-pane shadow-float transition duration-150 data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0 max-phone:top-2 max-phone:max-h-[80vh]"
        >
          <Finder key={round} onClose={onClose} showKeys={showKeys} toChat={toChat} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The element that had the focus may have disappeared with its chat. Returns false: no default focus. */
function focusChatLater(): false {
  requestAnimationFrame(focusChat);
  return false;
}

type FinderProps = Omit<Props, "open"> & {
  /** True if the last choice was a ticket. */
  toChat: RefObject<boolean>;
};

function Finder({ onClose, showKeys, toChat }: FinderProps) {
  const { t } = useTranslation();
  const [phrase, setPhrase] = useState("");
  const { data: tickets = [] } = useQuery(openTicketsQuery);
  const { data: colleagues = [] } = useColleagues();
  const { found, searching, failed } = useFound(phrase);
  const actions = [...useTicketActions(), ...useActions(showKeys)];
  const groups = findResults(phrase, { actions, tickets, found, colleagues });
  const choose = useChoose();
  return (
    <Autocomplete.Root
      open
      inline
      mode="none"
      autoHighlight="always"
      keepHighlight
      items={groups}
      value={phrase}
      onValueChange={setPhrase}
      itemToStringValue={({ label }: Result) => label}
    >
      <Autocomplete.InputGroup className="flex items-center gap-3 border-b border-line px-4">
        <Search size={18} aria-hidden="true" className="shrink-0 text-text-3" />
        <Autocomplete.Input
          aria-label={t("commands.label")}
          placeholder={t("commands.placeholder")}
          maxLength={limits.searchKeyword}
          className="h-13 w-full bg-transparent outline-none placeholder:text-text-3"
        />
        <kbd className="rounded-chip border border-line-strong px-1.5 py-0.5 font-mono text-[11px] text-text-3">
          Esc
        </kbd>
      </Autocomplete.InputGroup>
      <div className="min-h-0 overflow-y-auto overscroll-contain">
        <Autocomplete.Status className="px-4 text-s text-text-3 not-empty:py-3">
          {failed
            ? t("commands.failed")
            : searching
              ? t("commands.searching")
              : groups.every(({ kind }) => kind === "all")
                ? t("commands.nothing")
                : null}
        </Autocomplete.Status>
        <Autocomplete.List className="not-empty:p-2">
          {(group: Group) => (
            <Autocomplete.Group key={group.kind} items={group.items}>
              <Autocomplete.GroupLabel className="px-2.5 pt-2.5 pb-1 text-[11px] font-semibold tracking-[0.08em] text-text-3 uppercase">
                {t(`commands.kind.${group.kind}`)}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(result: Result) => (
                  <ResultRow
                    key={`${result.kind} ${result.id}`}
                    result={result}
                    onChoose={() => {
                      toChat.current =
                        result.kind === "ticket" || result.kind === "client" || result.kind === "hit";
                      onClose();
                      choose(result);
                    }}
                  />
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </div>
    </Autocomplete.Root>
  );
}

function useChoose() {
  const navigate = useNavigate();
  return (result: Result) => {
    if (result.kind === "action") return result.action.run();
    if (result.kind === "colleague") return navigate(workspacePath({ colleague: result.colleague.userid }));
    if (result.kind === "all") return navigate(searchPath(result.phrase));
    if (result.kind === "hit") {
      const { to, state } = placeOfHit(result.hit);
      return navigate(to, { state });
    }
    const { ticketid, closed_on } = result.ticket;
    const view = closed_on ? "closed" : "pending";
    return navigate(workspacePath({ ticket: ticketid.slice(0, 8), view }));
  };
}
