/** The calls by which a company's own system hands in what clients wrote. */
import { gatewayMessage, gatewayReceipt, handedIn } from "../gateways.ts";
import { byProgramId } from "../programs.ts";
import { type Declarations, done } from "./call.ts";

export const gatewayCalls = {
  v1HandInMessage: {
    summary: "Hand in a client's message over a gateway; the same id again changes nothing",
    ability: "handInMessages",
    params: byProgramId,
    body: gatewayMessage,
    answer: handedIn,
    programs: true,
  },
  v1HandInReceipt: {
    summary: "Tell what became of a message that a gateway was given for a client",
    ability: "handInMessages",
    params: byProgramId,
    body: gatewayReceipt,
    answer: done,
    programs: true,
  },
} satisfies Declarations;
