import type { ClientFile } from "@parley/contract/client-panel";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Download, Play } from "lucide-react";
import { type ComponentProps, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { FileLine } from "../../../ui/FileLine.tsx";
import { LoadFailed } from "../../../ui/LoadFailed.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { PanelSection } from "../../../ui/PanelSection.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { showDay } from "../../../ui/time.ts";
import { filesOfClientQuery } from "../../tickets/client/client-query.ts";
import { DownloadLink } from "../message-kinds/DownloadLink.tsx";

const Viewer = lazyPart(async () => (await import("../viewer/Viewer.tsx")).Viewer, "message", "viewer");

/** The files shown before more are asked for: three rows of pictures. */
const first = 9;

type Props = { clientid: string } & Pick<ComponentProps<typeof PanelSection>, "Heading">;

/** The files of the client's messages, newest first: pictures and videos as tiles that open large, others as lines. */
export function ClientFiles({ clientid, Heading }: Props) {
  const { t } = useTranslation();
  const files = useInfiniteQuery(filesOfClientQuery(clientid));
  const [all, setAll] = useState(false);
  const [open, setOpen] = useState<string | null>(null);
  const loaded = files.data?.pages.flat() ?? [];
  const shown = all ? loaded : loaded.slice(0, first);
  const media = shown.filter(isVisual).map(asMedia);
  const message = media.find(({ messageid }) => messageid === open);
  const more = () => {
    if (all || loaded.length <= first) void files.fetchNextPage();
    setAll(true);
  };
  return (
    <PanelSection title={t("client.files")} {...(Heading && { Heading })}>
      {files.isPending && <Skeleton className="h-24" />}
      {!files.data && files.isError && (
        <LoadFailed text={t("client.filesFailed")} onRetry={() => files.refetch()} />
      )}
      {files.data && loaded.length === 0 && <p className="text-s text-text-3">{t("client.noFiles")}</p>}
      <ul className="grid grid-cols-3 gap-1.5 empty:hidden">
        {shown.filter(isVisual).map((file) => (
          <li key={file.fileid}>
            <Tile file={file} onOpen={() => setOpen(file.fileid)} />
          </li>
        ))}
      </ul>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1 empty:hidden">
        {shown
          .filter((file) => !isVisual(file))
          .map((file) => (
            <li key={file.fileid}>
              <FileLine name={file.name} size={file.size} type={file.type}>
                {file.path && (
                  <DownloadLink
                    name={file.name}
                    path={file.path}
                    label={t("message.download", { name: file.name })}
                    title={t("message.download", { name: file.name })}
                    className="grid size-9 shrink-0 place-items-center rounded-m text-text-2 hover:bg-raised-2 hover:text-text max-phone:size-11"
                  >
                    <Download size={16} />
                  </DownloadLink>
                )}
              </FileLine>
            </li>
          ))}
      </ul>
      {(files.hasNextPage || loaded.length > shown.length) && (
        <Button size="small" disabled={files.isFetchingNextPage} onClick={more}>
          {t("client.more")}
        </Button>
      )}
      {message && (
        <Suspense>
          <Viewer message={message} media={media} onShow={setOpen} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </PanelSection>
  );
}

const isVideo = ({ of, type }: ClientFile) => of === "video" || Boolean(type?.startsWith("video/"));
const isVisual = (file: ClientFile) => Boolean(file.path && (file.imageUrl || isVideo(file)));

/** A mail has several files, so the viewer knows each by the file's own id. */
const asMedia = (file: ClientFile) => ({
  messageid: file.fileid,
  type: isVideo(file) ? ("video" as const) : ("image" as const),
  path: file.path,
  file_name: file.name,
  caption: null,
});

function Tile({ file, onOpen }: { file: ClientFile; onOpen: () => void }) {
  const { t } = useTranslation();
  const { name, thumbnailUrl, imageUrl, created_on } = file;
  const picture = thumbnailUrl ?? imageUrl;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={t("client.file", { name, date: showDay(created_on) })}
      title={name}
      onClick={onOpen}
      className="relative grid aspect-square w-full place-items-center overflow-hidden rounded-m border border-line bg-raised-2"
    >
      {picture && (
        <img src={picture} alt="" loading="lazy" className="absolute inset-0 size-full object-cover" />
      )}
      {isVideo(file) && (
        <span
          aria-hidden="true"
          className="relative grid size-8 place-items-center rounded-full bg-scrim text-text"
        >
          <Play size={15} />
        </span>
      )}
    </button>
  );
}
