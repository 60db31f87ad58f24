import { Keys } from "../../account/keys/Keys.tsx";
import { Webhooks } from "./Webhooks.tsx";

/** Programs connect by keys, and by the webhooks that call them. */
export function Integrations() {
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-10">
      <Keys />
      <Webhooks />
    </div>
  );
}
