import type { Visitor } from "@parley/contract/visitors";
import { isIdentified, type Session } from "./session.ts";

export const viewVisitor = (session: Session): Visitor => ({
  name: session.name,
  email: session.email,
  identified: isIdentified(session),
});
