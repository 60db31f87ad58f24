import { Outlet } from "react-router";
import { UnsavedGuard } from "./UnsavedGuard.tsx";

/** The frame of pages with forms: leaving one with changes asks first. */
export function GuardedPages() {
  return (
    <>
      <Outlet />
      <UnsavedGuard />
    </>
  );
}
