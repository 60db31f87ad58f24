import { X } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./Button.tsx";
import { IconButton } from "./IconButton.tsx";
import { dismiss, hold, resume, type Toast, useToasts } from "./toast.ts";

const gap = 12;

/** Announced politely; failures assertively. It stands above elements that the page marks with `data-keep-clear`. */
export function Toasts() {
  const toasts = useToasts((state) => state.toasts);
  const box = useRef<HTMLDivElement>(null);
  const there = toasts.length > 0;
  useLayoutEffect(() => {
    const toastBox = box.current;
    if (!toastBox || !there) return;
    const place = () => liftAbove(toastBox);
    place();
    // The marked element may grow, such as the composer or a page of a table.
    const timer = setInterval(place, 250);
    window.addEventListener("resize", place);
    return () => {
      clearInterval(timer);
      window.removeEventListener("resize", place);
    };
  }, [there]);
  const shown = (wanted: Toast["tone"]) =>
    toasts.filter(({ tone }) => tone === wanted).map((toast) => <Line key={toast.id} {...toast} />);
  return (
    <div
      ref={box}
      className="pointer-events-none fixed bottom-3 left-1/2 z-50 flex w-max max-w-[min(560px,calc(100vw-24px))] -translate-x-1/2 flex-col gap-2"
    >
      <div role="status" className="grid gap-2">
        {shown("neutral")}
      </div>
      {shown("danger")}
    </div>
  );
}

/** Moves the toasts above the controls at the lower edge that they would cover. */
function liftAbove(box: HTMLElement): void {
  const { left, right, height } = box.getBoundingClientRect();
  let bottom = gap;
  const kept = [...document.querySelectorAll("[data-keep-clear]")]
    .map((one) => one.getBoundingClientRect())
    .filter((one) => one.height > 0 && one.left < right && one.right > left)
    .sort((a, b) => b.bottom - a.bottom);
  for (const one of kept) {
    const top = innerHeight - bottom - height;
    if (one.top < innerHeight - bottom + gap && one.bottom > top - gap) bottom = innerHeight - one.top + gap;
  }
  box.style.bottom = `${Math.max(gap, Math.min(bottom, innerHeight - height - gap))}px`;
}

function Line({ id, text, tone, actions }: Toast) {
  const { t } = useTranslation();
  const failure = tone === "danger";
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it stays while it is read, and does nothing else
    <div
      role={failure ? "alert" : undefined}
      onPointerEnter={() => hold(id)}
      onPointerLeave={() => resume(id)}
      onFocus={() => hold(id)}
      onBlur={() => resume(id)}
      className="pointer-events-auto flex animate-arrive flex-wrap items-center justify-end gap-x-2 rounded-m border border-line-strong bg-raised py-1 pr-1 pl-4 shadow-float"
    >
      <span className={`min-w-40 flex-1 basis-40 py-1 break-words ${failure ? "text-danger" : ""}`}>
        {text}
      </span>
      {actions.length > 0 && (
        <span className="flex gap-1 max-phone:order-last max-phone:basis-full max-phone:justify-end">
          {actions.map(({ label, run }) => (
            <Button
              key={label}
              size="small"
              look="quiet"
              onClick={() => {
                dismiss(id);
                run();
              }}
            >
              {label}
            </Button>
          ))}
        </span>
      )}
      <IconButton label={t("common.dismiss")} onClick={() => dismiss(id)}>
        <X size={16} />
      </IconButton>
    </div>
  );
}
