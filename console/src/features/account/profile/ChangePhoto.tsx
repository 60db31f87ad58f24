import { limits } from "@parley/contract/limits";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Camera } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Refused } from "../../../api/client.ts";
import { profileQuery } from "../../../api/queries.ts";
import { upload } from "../../../api/upload.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Button } from "../../../ui/Button.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { useProfile } from "../../session/viewer.ts";

/** Types that browsers show themselves. This list makes a phone convert its own format into one of them. */
const accepted = "image/jpeg,image/png,image/webp,image/gif,image/avif";

/** The picture is changed as soon as it is chosen. */
export function ChangePhoto() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { firstName, lastName, profilePic } = useProfile();
  const input = useRef<HTMLInputElement>(null);
  const change = useMutation({
    mutationFn: (file: File) => {
      if (file.size > limits.pictureBytes) throw new TooLarge();
      return upload("changePicture", { fields: {}, file });
    },
    onSuccess: (profile) => {
      cache.setQueryData(profileQuery.queryKey, profile);
      toast(t("profile.photoChanged"));
    },
  });
  return (
    <div className="mt-4 flex flex-wrap items-center gap-4">
      <span className={change.isPending ? "animate-breathe" : ""}>
        <Avatar name={`${firstName} ${lastName}`} picture={profilePic} size={96} />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <Button
          icon={<Camera size={16} />}
          disabled={change.isPending}
          onClick={() => input.current?.click()}
        >
          {t("profile.changePhoto")}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept={accepted}
          onChange={(event) => {
            const file = event.target.files?.[0];
            // Resetting lets the same file be chosen again.
            event.target.value = "";
            if (file) change.mutate(file);
          }}
        />
        <FormMessage error={change.error && reason(change.error)} />
      </div>
    </div>
  );

  function reason(error: Error): string {
    if (error instanceof TooLarge || (error instanceof Refused && error.status === 413)) {
      return t("profile.photoTooLarge");
    }
    return failureText(error, t);
  }
}

class TooLarge extends Error {}
