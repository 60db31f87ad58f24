import type { WhatsappProfile } from "@parley/contract/whatsapp";
import { Globe, type LucideIcon, Mail, MapPin, Store } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useObjectUrl } from "../../../ui/object-url.ts";

type Props = {
  name: string;
  /** The profile with what is typed but not saved yet. */
  profile: WhatsappProfile;
  /** A picture that the next save sends. */
  picture: File | null;
};

/** A number's profile as its clients see it. */
export function ProfilePreview({ name, profile, picture }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const chosen = useObjectUrl(picture);
  const { about, description, address, email, website } = profile;
  const shown = chosen ?? profile.profile_picture_url;
  const lines: [LucideIcon, string][] = [
    [Store, description],
    [MapPin, address],
    [Mail, email],
    [Globe, website],
  ];
  return (
    <aside aria-labelledby={id} className="grid gap-3 rounded-card border border-line p-5 max-phone:p-4">
      <h3 id={id} className="text-s font-semibold text-text-2">
        {t("channelWhatsapp.profilePreview")}
      </h3>
      <div className="grid justify-items-center gap-2 rounded-m bg-pane px-4 py-5 text-center">
        {shown ? (
          <img src={shown} alt="" width={80} height={80} className="size-20 rounded-full object-cover" />
        ) : (
          <span className="grid size-20 place-items-center rounded-full bg-raised-2 text-text-3">
            <Store size={34} aria-hidden="true" />
          </span>
        )}
        <p className="max-w-full font-semibold break-words">{name}</p>
        {about && <p className="max-w-full text-s break-words text-text-2">{about}</p>}
      </div>
      <ul className="grid gap-2.5 text-s text-text-2 empty:hidden">
        {lines
          .filter(([, text]) => text.trim())
          .map(([Icon, text]) => (
            <li key={text} className="flex gap-2.5">
              <Icon size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-text-3" />
              <span className="min-w-0 break-words whitespace-pre-line">{text}</span>
            </li>
          ))}
      </ul>
    </aside>
  );
}
