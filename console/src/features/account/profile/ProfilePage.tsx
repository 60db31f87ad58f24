import { Suspense } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { LanguageChoice } from "./LanguageChoice.tsx";
import { ProfileEdit } from "./ProfileEdit.tsx";
import { ProfileView } from "./ProfileView.tsx";
import { Security } from "./Security.tsx";
import { Sessions } from "./Sessions.tsx";
import { SignIns } from "./SignIns.tsx";

const OwnSignature = lazyPart(
  async () => (await import("../../chat/signatures/OwnSignature.tsx")).OwnSignature,
  "signature",
  "mailComposer",
  "reasons",
);

const OwnKeys = lazyPart(
  async () => (await import("../keys/OwnKeys.tsx")).OwnKeys,
  "integrations",
  "reasons",
);

/** Shows the view, the form, or the choice of the language, by the address. */
export function ProfilePage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const mode = search.get("mode");
  const leave = () => void navigate("?", { replace: true });
  return (
    <div className="mx-auto grid max-w-[720px] gap-5 p-6 max-phone:p-3">
      {mode === "edit" && <ProfileEdit onLeave={leave} />}
      {mode === "language" && <LanguageChoice onLeave={leave} />}
      {mode !== "edit" && mode !== "language" && (
        <>
          <ProfileView onMode={(next) => void navigate(`?mode=${next}`)} />
          <Suspense fallback={<Skeleton className="h-56 rounded-card" />}>
            <OwnSignature />
          </Suspense>
          <Security />
          <Sessions />
          <SignIns />
          <Suspense fallback={<Skeleton className="h-40 rounded-card" />}>
            <OwnKeys />
          </Suspense>
        </>
      )}
    </div>
  );
}
