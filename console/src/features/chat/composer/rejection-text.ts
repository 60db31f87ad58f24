import type { TFunction } from "i18next";
import type { Rejection } from "../../../ui/acceptance.ts";

/** The reason why a file is refused, in the specification's words. */
export function rejectionText(t: TFunction, rejection: Rejection): string {
  switch (rejection.code) {
    case "type":
      return t("composer.typeMustBe", { types: rejection.accept.join(", ") });
    case "larger":
      return t("composer.fileLarger", { count: rejection.bytes });
    case "smaller":
      return t("composer.fileSmaller", { count: rejection.bytes });
    case "tooMany":
      return t("composer.tooManyFiles");
  }
}
