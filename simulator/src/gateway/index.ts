import type { SimulatedPlatform } from "../registry.ts";
import { gatewaysOf } from "./accounts.ts";
import { driveGateway } from "./driver.ts";
import { gatewayPhones } from "./phones.ts";
import { gatewayRoutes } from "./routes.ts";

export const gateway: SimulatedPlatform = {
  routes: gatewayRoutes,
  settings(url, network) {
    gatewaysOf(network).url = url;
    return { WEBHOOK_PRIVATE_HOSTS: "127.0.0.1" };
  },
  phones: gatewayPhones,
  drive: driveGateway,
};
