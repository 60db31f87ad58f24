/** How each platform looks and is connected. A new channel is a folder, and a line here. */
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
  /** As it writes itself, or by language. */
  name: string | Record<Language, string>;
  /** A path of 24 by 24. Its colour is the token `--channel-<platform>`. */
  mark: string;
  /** Its tab among the communication services. */
  Connect?: ComponentType<TabProps>;
  /** In the first steps of a company; `phone` leads to a simulated client. */
  FirstStep?: ComponentType<{ phone: ReactNode }>;
  /** Its tab has a place for the accounts; others have them above it. */
  ownAccounts?: boolean;
  /** Usernames are shown without an @: numbers, addresses. */
  plainUsernames?: boolean;
  /** What its accounts show besides. */
  Details?: ComponentType<{ account: ChannelRow }>;
  /** The head of its conversations shows this in one line. */
  Facts?: ComponentType<{ ticket: Ticket }>;
  /** A client's id as people know it, or null; left out: as it is. */
  clientId?: (externalId: string) => string | null;
  /** No address can be named that a test message goes to. */
  testsConnectionAlone?: boolean;
  /** A section of the settings that opens its tab. */
  section?: string;
  /** It has a tab before it can be connected. */
  announced?: boolean;
};

export const channelLooks: Record<Platform, ChannelLook> = { telegram, whatsapp, viber, web, email };

/** Whether it has a tab among the communication services. */
export const isOffered = (platform: Platform): boolean =>
  Boolean(channelLooks[platform].Connect ?? channelLooks[platform].announced);

export const colourOf = (platform: Platform) => `var(--channel-${platform})`;
