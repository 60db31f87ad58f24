import { Tag } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { TagChip } from "../tags/TagChip.tsx";
import { TagPicker } from "../tags/TagPicker.tsx";
import { useTags } from "../tags/tags-query.ts";
import { useToggleClientTag } from "./change-client-tags.ts";

type Props = { client: { clientid: string; client_name: string; tags?: string[] | undefined } };

/** All tags of a client, and the dialog in which they are changed; each choice takes effect at once. */
export function ClientTags({ client }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const tags = useTags(client.tags);
  const { mutate: toggle } = useToggleClientTag(client);
  const close = () => setOpen(false);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5">
      {tags.map((tag) => (
        <TagChip key={tag.tagid} tag={tag} />
      ))}
      <Button size="small" icon={<Tag size={14} />} onClick={() => setOpen(true)}>
        {t("tickets.tags")}
      </Button>
      {open && (
        <Dialog open onClose={close} title={t("tags.ofClient", { name: client.client_name })}>
          <TagPicker chosen={new Set(client.tags)} onToggle={toggle} />
          <div className="mt-4 flex justify-end">
            <Button onClick={close}>{t("tags.done")}</Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
