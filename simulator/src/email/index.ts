import type { SimulatedPlatform } from "../registry.ts";
import { driveMail } from "./driver.ts";
import { mailPhones } from "./phones.ts";
import { mailRoutes } from "./routes.ts";

export const email: SimulatedPlatform = {
  routes: mailRoutes,
  settings: () => ({ MAIL_PRIVATE_HOSTS: "127.0.0.1" }),
  phones: mailPhones,
  drive: driveMail,
};
