import { useState } from "react";
import { useTranslation } from "react-i18next";
import { BubbleForm } from "./BubbleForm.tsx";
import { BubbleList } from "./BubbleList.tsx";

/** The agent's bubbles, and the form that makes and changes them. */
export function BubblesPage() {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <div className="mx-auto grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-6 p-6 max-phone:gap-4 max-phone:p-3">
      <header>
        <h1 className="text-xl font-semibold tracking-tight first-letter:uppercase">{t("bubbles.title")}</h1>
        <p className="mt-1 text-text-2">{t("bubbles.lead")}</p>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] items-start gap-6 max-[900px]:grid-cols-1 max-phone:gap-4">
        <BubbleForm chosen={chosen} onLeave={() => setChosen(null)} />
        <BubbleList chosen={chosen} onChoose={setChosen} />
      </div>
    </div>
  );
}
