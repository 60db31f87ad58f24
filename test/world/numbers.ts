/** WhatsApp numbers of a world's simulator, whose calls go directly to the world's app. */
import { randomUUID } from "node:crypto";
import { WhatsAppControl } from "../../simulator/src/whatsapp/control.ts";
import { officeOf } from "../../simulator/src/whatsapp/office.ts";
import { type App, INSTALLATION_APP, type Reach, stateOf } from "../../simulator/src/whatsapp/state.ts";
import type { World } from "../world.ts";
import type { AgentName } from "./people.ts";

export type ConnectedNumber = { channelid: string; id: string; wabaId: string; token: string };

/** Makes the simulator call the world, which does not listen. */
export function reachOf({ app }: World): Reach {
  const pathOf = (url: string) => url.slice(new URL(url).origin.length);
  return {
    async get(url) {
      const { statusCode, body } = await app.inject({ method: "GET", url: pathOf(url) });
      return { status: statusCode, body };
    },
    async post(url, headers, payload) {
      return (await app.inject({ method: "POST", url: pathOf(url), headers, payload })).statusCode;
    },
  };
}

/** The test itself reviews templates. */
export function openNumbers(world: World) {
  const { network } = world.telegram;
  const control = new WhatsAppControl(network);
  const office = officeOf(network);
  const reach = reachOf(world);
  office.reach = reach;
  office.reviewAfter = null;
  return {
    network,
    control,
    /** Makes an app be called for a business account until it is undone. */
    subscribe(wabaId: string, appId: string) {
      const subscribed = stateOf(network).wabas.get(wabaId)?.subscribed;
      subscribed?.add(appId);
      return { undo: () => subscribed?.delete(appId) };
    },
    /** A code of another sign-up of a business account. */
    codeFor(wabaId: string): string {
      const code = `AQ${randomUUID()}`;
      const token = control.createToken(INSTALLATION_APP.id, [wabaId]);
      office.codes.set(code, { token, until: network.now() + 30_000, used: false });
      return code;
    },
    office,
    reach,
    /** Connects by a permanent token, of the installation's app unless another is given. */
    async connect(
      agent: AgentName,
      facts: { name?: string; wabaId?: string; app?: App } = {},
    ): Promise<ConnectedNumber> {
      const { number, token, app } = control.createNumber({ ...facts, reach });
      const answer = await world.as(agent).post("/channels/whatsapp/connect", {
        access_token: token,
        waba_id: number.wabaId,
        phone_number_id: number.id,
        ...(facts.app && { app_id: app.id, app_secret: app.secret }),
      });
      if (answer.statusCode !== 200) throw new Error(`The number was not connected: ${answer.body}`);
      const { channelid } = answer.json<{ channelid: string }>();
      return { channelid, id: number.id, wabaId: number.wabaId, token };
    },
  };
}
