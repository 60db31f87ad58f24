import { useTranslation } from "react-i18next";
import { failureText } from "./failure-text.ts";

/** The reason of a failed call in the page's language. Needs the texts of `reasons`. */
export function useFailureText(): (error: Error) => string {
  const { t } = useTranslation();
  return (error) => failureText(error, t);
}
