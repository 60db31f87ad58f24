import type { Hit } from "@parley/contract/search";
import { File, Lock } from "lucide-react";
import { Avatar } from "../../../ui/Avatar.tsx";
import { PlatformBadge } from "../../channels/PlatformBadge.tsx";

/** The client's face, with their platform; a sign for what is no client's own. */
export function HitFace({ hit: { kind, ticket, client } }: { hit: Hit }) {
  if (kind === "notes" || kind === "files") {
    const Icon = kind === "notes" ? Lock : File;
    return (
      <span
        aria-hidden="true"
        className={`grid size-9 shrink-0 place-items-center rounded-full ${kind === "notes" ? "bg-note-soft text-note" : "bg-raised-2 text-text-2"}`}
      >
        <Icon size={16} />
      </span>
    );
  }
  if (!ticket) return <Avatar name={client?.client_name ?? ""} picture={client?.picture ?? null} size={36} />;
  const { client_name, client_picture, platform } = ticket;
  return (
    <Avatar
      name={client_name}
      picture={client_picture}
      size={36}
      badge={<PlatformBadge platform={platform} />}
    />
  );
}
