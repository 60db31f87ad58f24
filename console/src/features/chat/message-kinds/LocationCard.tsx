import type { Location } from "@parley/contract/messages";
import { ExternalLink, MapPin } from "lucide-react";
import { useTranslation } from "react-i18next";

/** A place. The map is a link the agent may follow; nothing is loaded from it before. */
export function LocationCard({ content }: { content: string }) {
  const { t } = useTranslation();
  const place = read(content);
  if (!place) return <p>{content}</p>;
  const { latitude, longitude, name, address } = place;
  const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  return (
    <div className="w-64 max-w-full">
      <div
        aria-hidden="true"
        className="grid h-24 place-items-center rounded-m border border-line bg-[linear-gradient(var(--line)_1px,transparent_1px),linear-gradient(90deg,var(--line)_1px,transparent_1px)] bg-size-[22px_22px]"
      >
        <MapPin size={30} className="fill-accent text-accent-ink" />
      </div>
      <p className="mt-2 font-semibold">{name ?? t("message.location")}</p>
      {address && <p className="text-s text-text-2">{address}</p>}
      <p className="font-mono text-xs text-text-2">
        {latitude.toFixed(5)}, {longitude.toFixed(5)}
      </p>
      <a
        href={map}
        target="_blank"
        rel="noopener noreferrer"
        className="mt-1.5 inline-flex items-center gap-1.5 text-s font-semibold text-accent-text max-phone:min-h-11"
      >
        {t("message.map")}
        <ExternalLink size={14} aria-hidden="true" />
      </a>
    </div>
  );
}

function read(content: string): Location | null {
  const place = parse(content) as Partial<Location> | null;
  if (typeof place?.latitude !== "number" || typeof place.longitude !== "number") return null;
  return place as Location;
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
