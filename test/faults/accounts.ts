/** One account of each participating platform, all of Harbour Travel. The simulator's registry lists the platforms. */
import type { Sending } from "../../simulator/src/faults.ts";
import type { PhoneFeatures } from "../../simulator/src/phone.ts";
import { simulated } from "../../simulator/src/registry.ts";
import type { Simulator } from "../../simulator/src/server.ts";
import type { Caller } from "../outside/caller.ts";
import type { House } from "../outside/house.ts";

export type Account = {
  platform: string;
  /** The simulator's account id. */
  id: number;
  channelid: string;
  sending: Sending;
  features: PhoneFeatures;
};

/** The planted account comes first. */
export async function connectAccounts(simulator: Simulator, house: House, admin: Caller): Promise<Account[]> {
  const { harbour } = house;
  const planted = accountOf(simulator, harbour.platform, { id: harbour.botId, channelid: harbour.id });
  const accounts = planted ? [planted] : [];
  for (const platform of platforms())
    if (platform !== harbour.platform) accounts.push(await connectAccount(simulator, house, admin, platform));
  return accounts;
}

const platforms = () => Object.keys(simulated).filter((platform) => simulated[platform]?.sending);

/** A new account, whose tickets go to Bookings. */
export async function connectAccount(
  simulator: Simulator,
  { planted }: House,
  admin: Caller,
  platform: string,
): Promise<Account> {
  const { id, connect } = simulator.control.createAccount({ platform, name: "Harbour Travel" });
  const body = { ...connect, departmentid: planted.departments.bookings.id };
  const answer = await admin.post(`/channels/${platform}/connect`, body);
  if (answer.status !== 200) throw new Error(`${platform} was not connected: ${JSON.stringify(answer.body)}`);
  const { channelid } = answer.body as { channelid: string };
  const account = accountOf(simulator, platform, { id, channelid });
  if (!account) throw new Error(`${platform} takes no part`);
  return account;
}

function accountOf(
  { control }: Simulator,
  platform: string,
  { id, channelid }: { id: number; channelid: string },
): Account | null {
  const { sending } = simulated[platform] ?? {};
  const features = control.features()[platform];
  return sending && features ? { platform, id, channelid, sending, features } : null;
}
