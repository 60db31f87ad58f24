/** Connects a simulated provider with the desk of a world, which listens on no port. */
import type { DeskCall, DeskFile } from "../../simulator/src/driver.ts";
import type { World } from "../world.ts";

export const callDesk =
  ({ app }: World): DeskCall =>
  async (url, headers, payload) =>
    (
      await app.inject({
        method: "POST",
        url,
        headers: { "content-type": "application/json", ...headers },
        payload,
      })
    ).statusCode;

export const fileOfDesk =
  ({ app }: World): DeskFile =>
  async (url) => {
    const { statusCode, headers, rawPayload } = await app.inject({ method: "GET", url });
    return { status: statusCode, type: String(headers["content-type"]), bytes: rawPayload };
  };
