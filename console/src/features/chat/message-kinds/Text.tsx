import { useState } from "react";
import { useTranslation } from "react-i18next";

/** Written text: line breaks are kept, addresses are links, a few emoji alone are large, and long text unfolds. */
export function Text({ text }: { text: string }) {
  const { t } = useTranslation();
  const [whole, setWhole] = useState(false);
  if (!whole && isWall(text)) {
    return (
      <>
        <p dir="auto" className="line-clamp-14 break-words whitespace-pre-wrap">
          {linked(text)}
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
      {large ? text : linked(text)}
    </p>
  );
}

/** True for more than a screen of a phone. */
const isWall = (text: string): boolean => text.length > 1_200 || text.split("\n").length > 20;

const onlyEmoji = /^(?:\p{RGI_Emoji}\s*){1,3}$/v;
const address = /\bhttps?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}]/g;

function linked(text: string) {
  const parts: React.ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(address)) {
    parts.push(text.slice(end, match.index));
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
  parts.push(text.slice(end));
  return parts;
}
