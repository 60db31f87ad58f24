import { networkNames } from "@parley/contract/platforms";
import type { WidgetFrame } from "@parley/contract/widget";

type Way = WidgetFrame["others"][number];

/** The network's name; with the account's where the company has several on it. */
export function wayName({ platform, name }: Way, all: Way[]): string {
  const network = platform === "web" ? name : networkNames[platform];
  return all.filter((one) => one.platform === platform).length > 1 ? `${network}: ${name}` : network;
}
