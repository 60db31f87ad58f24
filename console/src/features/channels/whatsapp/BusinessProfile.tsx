import type { WhatsappNumber, WhatsappProfile } from "@parley/contract/whatsapp";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { upload } from "../../../api/upload.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { LoadFailed } from "../../../ui/LoadFailed.tsx";
import { LongField } from "../../../ui/LongField.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { failureText } from "../../session/failure-text.ts";
import { UnsavedMark } from "../../unsaved/UnsavedMark.tsx";
import type { AccountProps } from "../tab/props.ts";
import { nameOfNumber } from "./number-name.ts";
import { useNumber } from "./number-of.ts";
import { ProfilePicture } from "./ProfilePicture.tsx";
import { ProfilePreview } from "./ProfilePreview.tsx";
import { businessProfileQuery } from "./queries.ts";

/** The profile of a number that clients see. Only the provider can change the name. */
export function BusinessProfile({ account }: AccountProps) {
  const { t } = useTranslation();
  const { number, isPending, refetch } = useNumber(account);
  if (isPending) return <Skeleton className="h-96 max-w-140 rounded-card" />;
  if (!number) return <LoadFailed text={t("channelWhatsapp.numbersFailed")} onRetry={refetch} />;
  return <Profile number={number} />;
}

function Profile({ number }: { number: WhatsappNumber }) {
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = useQuery(businessProfileQuery(number.id));
  if (isPending) return <Skeleton className="h-96 max-w-140 rounded-card" />;
  const title = t("channelWhatsapp.profileOf", { name: nameOfNumber(number) });
  return (
    <section aria-label={title} className="grid gap-4">
      <h2 className="text-l font-semibold tracking-tight">{title}</h2>
      {data ? (
        <Form number={number} profile={data} />
      ) : (
        <LoadFailed
          text={error ? failureText(error, t) : t("channelWhatsapp.profileFailed")}
          onRetry={refetch}
        />
      )}
    </section>
  );
}

const limits = { about: 139, email: 128, description: 512, website: 256, address: 256 } as const;
const inputTypes = { about: "text", email: "email", website: "url", address: "text" } as const;
const names = Object.keys(limits) as (keyof typeof limits)[];

function Form({ number, profile }: { number: WhatsappNumber; profile: WhatsappProfile }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { id } = number;
  const [picture, setPicture] = useState<File | null>(null);
  const [touched, setTouched] = useState(false);
  const [typed, setTyped] = useState<Partial<WhatsappProfile>>({});
  const save = useMutation({
    mutationFn: (fields: Omit<WhatsappProfile, "profile_picture_url">) =>
      upload("editWhatsappProfile", {
        fields: { profileId: id, ...fields },
        ...(picture && { file: picture, as: "profilePicture" }),
      }),
    onSuccess: () => {
      setPicture(null);
      setTouched(false);
      setTyped({});
      return cache.invalidateQueries({ queryKey: businessProfileQuery(id).queryKey });
    },
  });
  // The provider refuses an empty one, so its present value is shown again.
  const aboutStays = save.isSuccess && save.variables.about === "" && profile.about !== "";
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "").trim();
    save.mutate({
      about: text("about"),
      email: text("email"),
      description: text("description"),
      website: text("website"),
      address: text("address"),
    });
  };
  return (
    <div className="grid items-start gap-4 compact:grid-cols-[minmax(0,560px)_minmax(240px,1fr)]">
      <form
        onSubmit={submit}
        onChange={({ currentTarget }) => {
          setTouched(true);
          setTyped(Object.fromEntries(new FormData(currentTarget)));
        }}
        noValidate
        className="grid gap-3 rounded-card border border-line bg-pane p-5 max-phone:p-4"
      >
        <ProfilePicture shown={profile.profile_picture_url} chosen={picture} onChoose={setPicture} />
        {names.map((name) => {
          const field = {
            label: t(`channelWhatsapp.profileField.${name}`),
            name,
            defaultValue: profile[name],
            maxLength: limits[name],
          };
          if (name === "description") return <LongField key={name} {...field} />;
          const key = name === "about" && aboutStays ? `about ${save.submittedAt}` : name;
          return <Field key={key} type={inputTypes[name]} {...field} />;
        })}
        <FormMessage error={save.error && failureText(save.error, t)} notice={noticeOf()} />
        <div className="flex flex-wrap justify-end gap-2">
          <UnsavedMark changed={touched || picture !== null} />
          <Button look="primary" type="submit" disabled={save.isPending}>
            {t("channelWhatsapp.save")}
          </Button>
        </div>
      </form>
      <ProfilePreview name={nameOfNumber(number)} profile={{ ...profile, ...typed }} picture={picture} />
    </div>
  );

  function noticeOf() {
    if (save.isPending) return t("channelWhatsapp.saving");
    if (!save.isSuccess) return null;
    return t(aboutStays ? "channelWhatsapp.savedButAbout" : "channelWhatsapp.saved");
  }
}
