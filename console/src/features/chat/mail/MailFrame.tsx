import { ImageDown } from "lucide-react";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { addressOf } from "../../../api/address.ts";
import { Button } from "../../../ui/Button.tsx";
import { useTheme } from "../../../ui/theme.ts";
import { keepHeight, keptHeight } from "./frame-heights.ts";
import { useFramePlace } from "./frame-places.ts";
import { MailText } from "./MailText.tsx";
import type { MailView } from "./mail-views.ts";

type Props = {
  messageid: string;
  view: MailView;
  /** Shown until the frame is loaded, and where it cannot be. */
  text: string;
  /** The name of the frame for screen readers. */
  title: string;
  /** Known before the frame is loaded, except for long mails. */
  hasRemotePictures: boolean;
  onPictures: () => void;
};

/** Pixels. A longer mail scrolls within its frame. */
const tallest = 6_000;

/**
 * A mail in its sender's layout: a separate document, in which no script runs. It has our origin only so that its
 * height can be measured, and its policy lets it load from elsewhere only pictures that were asked for.
 */
export function MailFrame({ messageid, view, text, title, hasRemotePictures, onPictures }: Props) {
  const { t } = useTranslation();
  const { theme } = useTheme();
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const placed = useFramePlace(box);
  const [withheld, setWithheld] = useState(hasRemotePictures);
  const [shown, setShown] = useState<"loading" | "mail" | "nothing">("loading");
  const [attempt, setAttempt] = useState(0);
  const { address } = addressOf("getMailFrame", {
    params: { messageid },
    query: { pictures: view.pictures ? "1" : "0", rest: view.rest ? "1" : "0", theme },
  });
  const [height, follow] = useHeight(box, frame, `${messageid} ${view.pictures} ${view.rest}`);
  const drawn = placed && shown !== "nothing";
  const read = drawn && shown === "mail";
  useEffect(() => {
    if (!placed) setShown("loading");
  }, [placed]);
  return (
    <div className="mt-2 grid gap-2">
      {withheld && !view.pictures && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 text-xs text-text-2 max-phone:px-3">
          <span className="flex-1 basis-52">{t("mail.picturesWithheld")}</span>
          <Button size="tiny" icon={<ImageDown size={14} />} onClick={onPictures}>
            {t("mail.showPictures")}
          </Button>
        </p>
      )}
      {shown === "nothing" && (
        <p role="alert" className="flex items-center gap-3 px-4 text-xs text-warn max-phone:px-3">
          <span>{t("mail.notLaidOut")}</span>
          <Button
            size="tiny"
            onClick={() => {
              setAttempt(attempt + 1);
              setShown("loading");
            }}
          >
            {t("common.retry")}
          </Button>
        </p>
      )}
      <div
        ref={box}
        data-framed={placed || undefined}
        style={shown !== "nothing" && height !== null ? { height } : undefined}
        className="relative overflow-hidden"
      >
        {!read && <MailText text={text} />}
        {drawn && (
          <iframe
            key={attempt}
            ref={frame}
            src={address}
            title={title}
            sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
            referrerPolicy="no-referrer"
            onLoad={({ currentTarget: { contentDocument } }) => {
              const isMail = contentDocument?.body?.hasAttribute("data-mail") ?? false;
              setShown(isMail ? "mail" : "nothing");
              if (!isMail) return;
              setWithheld(contentDocument?.querySelector("[data-remote-src]") !== null);
              follow();
            }}
            className={`block h-full w-full ${read ? "" : "invisible absolute inset-0"}`}
          />
        )}
      </div>
    </div>
  );
}

/**
 * Keeps the frame as high as its document, which grows when its pictures arrive, when a part of it is unfolded and when
 * it becomes narrower. No observer is set on the document: it would report a loop when the document is replaced.
 */
function useHeight(
  box: RefObject<HTMLDivElement | null>,
  frame: RefObject<HTMLIFrameElement | null>,
  key: string,
): [number | null, () => void] {
  const [height, setHeight] = useState<number | null>(null);
  const next = useRef(0);
  const measure = useCallback(() => {
    cancelAnimationFrame(next.current);
    next.current = requestAnimationFrame(() => {
      const root = frame.current?.contentDocument?.documentElement;
      if (!root || !box.current) return;
      const measured = Math.min(tallest, Math.max(24, Math.ceil(root.getBoundingClientRect().height)));
      keepHeight(key, box.current.clientWidth, measured);
      setHeight(measured);
    });
  }, [key, box, frame]);
  // Set before the row is painted, so that it does not grow under the reader.
  useLayoutEffect(() => {
    if (box.current) setHeight((before) => keptHeight(key, box.current?.clientWidth ?? 0) ?? before);
  }, [key, box]);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(measure);
    observer.observe(box.current);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(next.current);
    };
  }, [box, measure]);
  const follow = () => {
    const mail = frame.current?.contentDocument;
    for (const event of ["load", "error", "toggle"]) mail?.addEventListener(event, measure, true);
    measure();
  };
  return [height, follow];
}
