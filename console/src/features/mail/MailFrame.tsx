import { ImageDown } from "lucide-react";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { addressOf } from "../../api/address.ts";
import { Button } from "../../ui/Button.tsx";
import type { MailView } from "./mail-views.ts";

type Props = {
  messageid: string;
  view: MailView;
  /** What screen readers call it. */
  title: string;
  onPictures: () => void;
};

/** Pixels. A mail that asks for more is scrolled within its frame. */
const tallest = 6_000;

/**
 * A mail as its sender laid it out: a document of its own, in which no script runs. Its origin is ours for the measuring
 * of its height alone, and its policy lets it load nothing from elsewhere but pictures that were asked for.
 */
export function MailFrame({ messageid, view, title, onPictures }: Props) {
  const { t } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(120);
  const [withheld, setWithheld] = useState(false);
  const [loaded, setLoaded] = useState(false);
  const follow = useHeight(frame, setHeight);
  const { address } = addressOf("getMailFrame", {
    params: { messageid },
    query: { pictures: view.pictures ? "1" : "0", rest: view.rest ? "1" : "0" },
  });
  return (
    <div className="mt-2 grid gap-2 px-1.5">
      {withheld && !view.pictures && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-2.5 text-xs text-text-2">
          <span className="flex-1 basis-52">{t("mail.picturesWithheld")}</span>
          <Button size="tiny" icon={<ImageDown size={14} />} onClick={onPictures}>
            {t("mail.showPictures")}
          </Button>
        </p>
      )}
      {/* Drawn on white: a sender's colours are chosen for it. */}
      <iframe
        ref={frame}
        src={address}
        title={title}
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        height={height}
        onLoad={({ currentTarget: { contentDocument } }) => {
          setLoaded(true);
          setWithheld(contentDocument?.querySelector("[data-remote-src]") !== null);
          follow();
        }}
        className={`block w-full rounded-m bg-qr-light ${loaded ? "" : "animate-breathe"}`}
      />
    </div>
  );
}

/**
 * Keeps the frame as high as its document, which grows when its pictures arrive, when a part of it is unfolded and when it
 * becomes narrower. No observer reaches into the document: one that does reports a loop when the document is replaced.
 */
function useHeight(frame: RefObject<HTMLIFrameElement | null>, set: (height: number) => void) {
  const next = useRef(0);
  const measure = useCallback(() => {
    cancelAnimationFrame(next.current);
    next.current = requestAnimationFrame(() => {
      const root = frame.current?.contentDocument?.documentElement;
      if (root) set(Math.min(tallest, Math.max(40, Math.ceil(root.getBoundingClientRect().height))));
    });
  }, [frame, set]);
  useEffect(() => {
    if (!frame.current) return;
    const observer = new ResizeObserver(measure);
    observer.observe(frame.current);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(next.current);
    };
  }, [frame, measure]);
  return () => {
    const mail = frame.current?.contentDocument;
    for (const event of ["load", "error", "toggle"]) mail?.addEventListener(event, measure, true);
    measure();
  };
}
