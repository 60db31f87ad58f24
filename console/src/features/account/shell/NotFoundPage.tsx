import { useLoaderData } from "react-router";
import { NotFound } from "./NotFound.tsx";

export function NotFoundPage() {
  return <NotFound signedIn={useLoaderData<boolean>()} />;
}
