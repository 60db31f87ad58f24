/** The appearance of each platform, and how it is connected. A new channel is a folder, and a line here. */
import type { ChannelRow } from "@parley/contract/channels";
import type { Language } from "@parley/contract/sessions";
import type { Ticket } from "@parley/contract/tickets";
import type { Platform } from "@parley/contract/values";
import type { ComponentType, ReactNode } from "react";
import { email } from "./email/index.ts";
import type { TabProps } from "./tab/props.ts";
import { telegram } from "./telegram/index.ts";
import { viber } from "./viber/index.ts";
import { web } from "./web/index.ts";
import { whatsapp } from "./whatsapp/index.ts";

export type ChannelLook = {
  /** The name as the platform writes it, or by language. */
  name: string | Record<Language, string>;
  /** An SVG path of 24 by 24. Its colour is the token `--channel-<platform>`. */
  mark: string;
  /** The platform's tab among the communication services. */
  Connect?: ComponentType<TabProps>;
  /** The platform's step in a company's first steps; `phone` leads to a simulated client. */
  FirstStep?: ComponentType<{ phone: ReactNode }>;
  /** True if its tab shows the accounts itself; others have them above the tab. */
  ownAccounts?: boolean;
  /** True if usernames are shown without an @: numbers, addresses. */
  plainUsernames?: boolean;
  /** Further details of its accounts. */
  Details?: ComponentType<{ account: ChannelRow }>;
  /** A line in the header of its conversations. */
  Facts?: ComponentType<{ ticket: Ticket }>;
  /** A client's id as people know it, or null; unchanged when omitted. */
  clientId?: (externalId: string) => string | null;
  /** True if a test can send no message, since no address can be named. */
  testsConnectionAlone?: boolean;
  /** A section of the settings that opens its tab. */
  section?: string;
  /** True if it has a tab before it can be connected. */
  announced?: boolean;
};

export const channelLooks: Record<Platform, ChannelLook> = { telegram, whatsapp, viber, web, email };

/** True if it has a tab among the communication services. */
export const isOffered = (platform: Platform): boolean =>
  Boolean(channelLooks[platform].Connect ?? channelLooks[platform].announced);

export const colourOf = (platform: Platform) => `var(--channel-${platform})`;
