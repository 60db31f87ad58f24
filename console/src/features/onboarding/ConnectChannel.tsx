import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { channelLooks } from "../channels/registry.ts";
import { firstStepsQuery } from "./first-steps.ts";
import { PhoneLink } from "./PhoneLink.tsx";

const [FirstStep] = Object.values(channelLooks).flatMap(({ FirstStep }) => FirstStep ?? []);

/** The first channel of a company: that of the first platform which offers itself for it. */
export function ConnectChannel() {
  const { data: firstSteps } = useQuery(firstStepsQuery);
  const phone = firstSteps?.phoneUrl ? <PhoneLink url={firstSteps.phoneUrl} /> : null;
  return (
    <Suspense fallback={<Skeleton className="h-40 rounded-m" />}>
      {FirstStep && <FirstStep phone={phone} />}
    </Suspense>
  );
}
