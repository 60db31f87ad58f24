import { useTranslation } from "react-i18next";
import { withSamples } from "./template-variables.ts";

type Props = {
  parts: { header: string | null; body: string; footer: string | null; buttons: readonly { text: string }[] };
  samples: Readonly<Record<string, string>>;
};

/** The message as the client sees it, with the samples filled in. */
export function TemplatePreview({ parts: { header, body, footer, buttons }, samples }: Props) {
  const { t } = useTranslation();
  const labelled = buttons.filter(({ text }) => text.trim());
  return (
    <figure
      aria-label={t("channelWhatsapp.template.preview")}
      className="rounded-m border border-line bg-bg p-3.5 text-s"
    >
      <div className="grid max-w-80 gap-1 rounded-m border border-line bg-pane p-3 wrap-anywhere">
        {header && (
          <p className="font-semibold">
            <Filled text={header} samples={samples} />
          </p>
        )}
        <p className="whitespace-pre-line">
          <Filled text={body} samples={samples} />
        </p>
        {footer && <p className="text-xs text-text-3">{footer}</p>}
      </div>
      {labelled.length > 0 && (
        <ul className="mt-1 grid max-w-80 gap-1">
          {labelled.map(({ text }, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the order is the buttons' only identity
              key={index}
              className="rounded-m border border-line bg-pane p-2 text-center font-semibold text-accent-text"
            >
              {text}
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}

function Filled({ text, samples }: { text: string; samples: Props["samples"] }) {
  return withSamples(text, samples).map((piece, index) =>
    piece.variable ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text
      <span key={index} className="rounded-[5px] bg-accent-soft px-1 text-accent-text">
        {piece.text}
      </span>
    ) : (
      piece.text
    ),
  );
}
