import { Tabs } from "@base-ui/react/tabs";
import { type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { adminPaths } from "../../../paths.ts";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { UnsavedGuard } from "../../unsaved/UnsavedGuard.tsx";
import { PageTitle } from "../page/PageTitle.tsx";
import { Departments } from "./Departments.tsx";

const Channels = lazyPart(
  async () => (await import("../../channels/Channels.tsx")).Channels,
  "channels",
  "reasons",
);
const Company = lazyPart(async () => (await import("./Company.tsx")).Company);
const OpeningHours = lazyPart(
  async () => (await import("../opening-hours/OpeningHours.tsx")).OpeningHours,
  "openingHours",
);
const UserGuide = lazyPart(async () => (await import("./UserGuide.tsx")).UserGuide, "help");
const AutomaticMessages = lazyPart(
  async () => (await import("../../chat/automatic/AutomaticMessages.tsx")).AutomaticMessages,
  "automatic",
);
const AuditLog = lazyPart(async () => (await import("./AuditLog.tsx")).AuditLog);

const sections = [
  "departments",
  "channels",
  "emailIntegration",
  "openingHours",
  "automaticMessages",
  "company",
  "audit",
  "userGuide",
] as const;
type Section = (typeof sections)[number];

const built: Partial<Record<Section, () => ReactNode>> = {
  departments: () => <Departments />,
  channels: () => <Channels />,
  emailIntegration: () => <Channels section="emailIntegration" />,
  company: () => <Company />,
  audit: () => <AuditLog />,
  automaticMessages: () => <AutomaticMessages />,
  openingHours: () => <OpeningHours />,
  userGuide: () => <UserGuide />,
};

/** The company's settings. The section is in the address. */
export function SettingsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname, hash } = useLocation();
  const named = sections.find((section) => hash === `#${section}`);
  const section = pathname === adminPaths.departments ? "departments" : (named ?? "departments");
  return (
    <>
      <PageTitle title={t("admin.settings")} />
      <UnsavedGuard />
      <Tabs.Root
        value={section}
        onValueChange={(next) => void navigate(`${adminPaths.settings}#${next}`, { replace: true })}
      >
        <Tabs.List className="mb-5 flex flex-wrap gap-1 border-b border-line max-phone:flex-nowrap max-phone:overflow-x-auto">
          {sections.map((one) => (
            <Tabs.Tab
              key={one}
              value={one}
              // On a phone the chosen one may lie beyond the edge.
              ref={one === section ? intoView : undefined}
              className="-mb-px shrink-0 border-b-2 border-transparent px-3 py-2.5 text-s font-semibold text-text-2 transition duration-150 hover:text-text data-active:border-accent-text data-active:text-text max-phone:min-h-11"
            >
              {t(`settings.section.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {sections.map((one) => (
          <Tabs.Panel key={one} value={one} className="rounded-m outline-offset-4">
            <Suspense fallback={<Skeleton className="h-72 rounded-card" />}>
              {built[one]?.() ?? <p className="py-10 text-center text-text-3">{t("settings.comingSoon")}</p>}
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </>
  );
}

function intoView(tab: HTMLElement | null) {
  tab?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
