import { useState } from "react";
import { useTranslation } from "react-i18next";
import { splitMentions } from "./split-mentions.ts";

type Props = {
  text: string;
  /** Names that are marked after an `@`. */
  mentions?: string[] | undefined;
};

/** Written text: line breaks are kept, addresses are links, a few emoji alone are large, and long text unfolds. */
export function Text({ text, mentions }: Props) {
  const { t } = useTranslation();
  const [whole, setWhole] = useState(false);
  if (!whole && isWall(text)) {
    return (
      <>
        <p dir="auto" className="line-clamp-14 break-words whitespace-pre-wrap">
          {linked(text, mentions)}
        </p>
        <button
          type="button"
          onClick={() => setWhole(true)}
          className="mt-1 text-s font-semibold text-accent-text hover:underline max-phone:min-h-11"
        >
          {t("message.showMore")}
        </button>
      </>
    );
  }
  const large = onlyEmoji.test(text);
  return (
    <p dir="auto" className={large ? "py-0.5 text-[34px] leading-tight" : "break-words whitespace-pre-wrap"}>
      {large ? text : linked(text, mentions)}
    </p>
  );
}

/** True for more than a screen of a phone. */
const isWall = (text: string): boolean => text.length > 1_200 || text.split("\n").length > 20;

const onlyEmoji = /^(?:\p{RGI_Emoji}\s*){1,3}$/v;
const address = /\bhttps?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}]/g;

function linked(text: string, mentions: string[] = []) {
  const parts: React.ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(address)) {
    parts.push(...marked(text.slice(end, match.index), mentions));
    parts.push(
      <a
        key={match.index}
        href={match[0]}
        target="_blank"
        rel="noopener noreferrer"
        className="text-accent-text underline underline-offset-2"
      >
        {match[0]}
      </a>,
    );
    end = match.index + match[0].length;
  }
  parts.push(...marked(text.slice(end), mentions));
  return parts;
}

const marked = (text: string, mentions: string[]) =>
  splitMentions(text, mentions).map(({ at, text, name }) =>
    name ? (
      <mark key={`@${at}`} className="rounded-s bg-raised-2 px-0.5 font-semibold text-accent-text">
        {text}
      </mark>
    ) : (
      text
    ),
  );
