/** One account of each platform that takes part, all of Harbour Travel. The simulator's registry says which platforms do. */
import type { Sending } from "../../simulator/src/faults.ts";
import type { PhoneFeatures } from "../../simulator/src/phone.ts";
import { simulated } from "../../simulator/src/registry.ts";
import type { Simulator } from "../../simulator/src/server.ts";
import type { Caller } from "../outside/caller.ts";
import type { House } from "../outside/house.ts";

export type Account = {
  platform: string;
  /** The simulator's. */
  id: number;
  channelid: string;
  sending: Sending;
  features: PhoneFeatures;
};

/** The planted account comes first. */
export async function connectAccounts(simulator: Simulator, house: House, admin: Caller): Promise<Account[]> {
  const { control } = simulator;
  const { harbour, planted } = house;
  const features = control.features();
  const view = (platform: string, id: number, channelid: string): Account[] => {
    const { sending } = simulated[platform] ?? {};
    const can = features[platform];
    return sending && can ? [{ platform, id, channelid, sending, features: can }] : [];
  };
  const accounts = view(harbour.platform, harbour.botId, harbour.id);
  for (const [platform, { sending }] of Object.entries(simulated)) {
    if (!sending || platform === harbour.platform) continue;
    const { id, connect } = control.createAccount({ platform, name: "Harbour Travel" });
    const body = { ...connect, departmentid: planted.departments.bookings.id };
    const answer = await admin.post(`/channels/${platform}/connect`, body);
    if (answer.status !== 200)
      throw new Error(`${platform} was not connected: ${JSON.stringify(answer.body)}`);
    accounts.push(...view(platform, id, (answer.body as { channelid: string }).channelid));
  }
  return accounts;
}
