/** What options may be, told in words when they are something else. */
import { z } from "zod";

export const text = (longest: number) =>
  z.string().trim().min(1, "may not be empty").max(longest, `has at most ${longest} characters`);
export const email = z.email("is not an e-mail address").max(254);
// The form for companies on the web asks for more; whoever has this command line may choose.
export const password = z.string().min(8, "has at least 8 characters").max(1024);
export const person = { email, password, firstName: text(100), lastName: text(100) };
export const company = z.uuid("is not an id");
