/** The sections of the settings, in groups. A new one is a line in a group, and its content below. */
import {
  Bot,
  Building2,
  Clock,
  LifeBuoy,
  type LucideIcon,
  Mail,
  MessageSquareQuote,
  MessagesSquare,
  Network,
  Plug,
  ScrollText,
  ShieldCheck,
  SquarePen,
  Tag,
  Timer,
  Workflow,
} from "lucide-react";
import type { ComponentType } from "react";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { Departments } from "./Departments.tsx";

export const groups = [
  { name: "company", sections: ["company", "departments", "openingHours", "tags", "fields"] },
  { name: "channels", sections: ["channels", "emailIntegration", "integrations"] },
  { name: "messages", sections: ["rules", "goals", "automaticMessages", "bubbles"] },
  { name: "safety", sections: ["twoStep", "audit"] },
  { name: "help", sections: ["userGuide"] },
] as const;
export type Section = (typeof groups)[number]["sections"][number];

export const sections: readonly Section[] = groups.flatMap((group) => [...group.sections]);

export const icons: Record<Section, LucideIcon> = {
  company: Building2,
  departments: Network,
  openingHours: Clock,
  tags: Tag,
  fields: SquarePen,
  channels: MessagesSquare,
  emailIntegration: Mail,
  integrations: Plug,
  rules: Workflow,
  goals: Timer,
  automaticMessages: Bot,
  bubbles: MessageSquareQuote,
  twoStep: ShieldCheck,
  audit: ScrollText,
  userGuide: LifeBuoy,
};

const Channels = lazyPart(
  async () => (await import("../../channels/Channels.tsx")).Channels,
  "channels",
  "reasons",
);

/** Sections whose pages have headings of their own. */
export const withOwnTitle: readonly Section[] = ["channels", "emailIntegration", "twoStep"];

/** `title`: the name of the section. */
export const contents: Record<Section, ComponentType<{ title: string }>> = {
  company: lazyPart(async () => (await import("./Company.tsx")).Company),
  departments: () => <Departments />,
  openingHours: lazyPart(
    async () => (await import("../opening-hours/OpeningHours.tsx")).OpeningHours,
    "openingHours",
  ),
  fields: lazyPart(async () => (await import("../fields/Fields.tsx")).Fields, "fields", "reasons"),
  tags: lazyPart(async () => (await import("../tags/Tags.tsx")).Tags, "tags", "reasons"),
  channels: Channels,
  emailIntegration: ({ title }) => <Channels title={title} section="emailIntegration" />,
  integrations: lazyPart(
    async () => (await import("../integrations/Integrations.tsx")).Integrations,
    "integrations",
    "rules",
    "bubbles",
    "fields",
    "organisations",
    "reasons",
    "tags",
    "views",
  ),
  rules: lazyPart(
    async () => (await import("../rules/Rules.tsx")).Rules,
    "rules",
    "bubbles",
    "fields",
    "organisations",
    "reasons",
    "tags",
    "views",
  ),
  goals: lazyPart(
    async () => (await import("../goals/Goals.tsx")).Goals,
    "goals",
    "rules",
    "bubbles",
    "fields",
    "organisations",
    "reasons",
    "tags",
    "views",
  ),
  automaticMessages: lazyPart(
    async () => (await import("../../chat/automatic/AutomaticMessages.tsx")).AutomaticMessages,
    "automatic",
  ),
  bubbles: lazyPart(
    async () => (await import("../bubbles/SharedBubbles.tsx")).SharedBubbles,
    "bubbles",
    "tags",
    "reasons",
  ),
  twoStep: lazyPart(
    async () => (await import("../../account/profile/TwoStep.tsx")).TwoStep,
    "twoStep",
    "profile",
    "reasons",
    "refusals",
  ),
  audit: lazyPart(async () => (await import("./AuditLog.tsx")).AuditLog),
  userGuide: lazyPart(async () => (await import("./UserGuide.tsx")).UserGuide, "help"),
};
