import type { SimulatedPlatform } from "../registry.ts";
import { driveMail } from "./driver.ts";
import { mailPhones } from "./phones.ts";
import { mailRoutes } from "./routes.ts";

export const email: SimulatedPlatform = {
  routes: mailRoutes,
  settings: () => ({ MAIL_PRIVATE_HOSTS: "127.0.0.1" }),
  phones: mailPhones,
  sending: {
    method: "smtp.data",
    busy: { kind: "error", code: 451, description: "4.3.2 Try again later" },
    failing: { kind: "reset" },
    gone: { kind: "error", code: 550, description: "5.1.1 User unknown" },
    settles: false,
  },
  drive: driveMail,
};
