import { limits } from "@parley/contract/limits";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { toast } from "../../../ui/toast.ts";
import { showAround } from "../../tickets/messages/chat.ts";
import type { Destination } from "../../tickets/messages/destination.ts";

export type Jump = {
  /** Shows a message of this ticket at any position, by its number. A failure shows a toast and changes nothing. */
  jumpTo: (to: Destination) => void;
  /** The message that was jumped to, for a moment; a new object with every jump, even to the same message. */
  highlighted: Destination | null;
};

export function useJump(ticketid: string): Jump {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [highlighted, setHighlighted] = useState<Destination | null>(null);
  const turn = useRef(0);
  useEffect(() => {
    if (!highlighted) return;
    const timer = setTimeout(() => setHighlighted(null), limits.highlight);
    return () => clearTimeout(timer);
  }, [highlighted]);

  const location = useLocation();
  const navigate = useNavigate();
  const jumped = useRef<unknown>(null);
  useEffect(() => {
    const { jumpTo: to, ...rest } = (location.state ?? {}) as { jumpTo?: Destination };
    if (!to || jumped.current === location.state) return;
    jumped.current = location.state;
    void jumpTo(to);
    // The browser keeps the state over a reload, which would jump again.
    void navigate(location, { replace: true, state: rest });
  });

  async function jumpTo({ messageid, seq }: Destination) {
    turn.current += 1;
    const mine = turn.current;
    try {
      const found = await showAround(cache, ticketid, seq);
      if (mine !== turn.current) return;
      if (found) setHighlighted({ messageid, seq });
      else toast(t("chat.jumpEmpty"), "danger");
    } catch {
      toast(t("chat.jumpFailed"), "danger");
    }
  }
  return { jumpTo, highlighted };
}
