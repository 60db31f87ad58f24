import type { VisitorConversation } from "@parley/contract/visitors";
import { useRef, useState } from "preact/hooks";
import { rate } from "../state/conversations.ts";
import { t } from "../texts.ts";

const stars = [1, 2, 3] as const;
/** Characters, as the desk accepts them. */
const mostWords = 1_000;
const names = { 1: () => t("rating.one"), 2: () => t("rating.two"), 3: () => t("rating.three") };

/** `said`: the words that the visitor has added to the stars before. */
type Props = { conversation: VisitorConversation; said: string };

export function Rating({ conversation: { id, rating }, said }: Props) {
  const [failed, setFailed] = useState(false);
  const [words, setWords] = useState(said);
  const [sent, setSent] = useState(said);
  const group = useRef<HTMLDivElement>(null);

  async function give(count: number, added?: string) {
    setFailed(false);
    try {
      await rate(id, count, added);
      if (added !== undefined) setSent(added);
    } catch {
      // The rating was refused, or the desk is unreachable: either way it was not saved, and can be given again.
      setFailed(true);
    }
  }

  /** Arrow keys move among the stars, as in any radio group; a press rates. */
  function move(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const buttons = [...(group.current?.querySelectorAll("button") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (!step || at < 0) return;
    event.preventDefault();
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  }

  return (
    <div class="card rating">
      <b>{t("rating.question")}</b>
      <div class="stars" role="radiogroup" aria-label={t("rating.group")} ref={group} onKeyDown={move}>
        {stars.map((count) => (
          // biome-ignore lint/a11y/useSemanticElements: arrow keys must not give stars by passing them
          <button
            type="button"
            key={count}
            role="radio"
            aria-checked={rating === count}
            aria-label={names[count]()}
            tabIndex={(rating ?? 1) === count ? 0 : -1}
            class={rating !== null && count <= rating ? "on" : ""}
            onClick={() => give(count)}
          >
            <span aria-hidden="true">★</span>
          </button>
        ))}
      </div>
      {rating !== null && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            give(rating, words);
          }}
        >
          <label for="rating-words">{t("rating.words")}</label>
          <textarea
            id="rating-words"
            class="in"
            rows={2}
            maxLength={mostWords}
            value={words}
            onInput={({ currentTarget }) => setWords(currentTarget.value)}
          />
          <button type="submit" class="cta center" disabled={words.trim() === sent.trim()}>
            {t("rating.send")}
          </button>
        </form>
      )}
      <p role="status">{rating !== null && !failed && t(sent.trim() ? "rating.kept" : "rating.thanks")}</p>
      {failed && (
        <p class="err" role="alert">
          {t("rating.failed")}
        </p>
      )}
    </div>
  );
}
