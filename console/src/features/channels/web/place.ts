import { useLocation, useNavigate } from "react-router";

/** The widget whose settings are open: a part of the address, so that Back closes them and a reload keeps them. */
export function useWidgetPlace() {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const shown = new URLSearchParams(search).get("widget");
  const go = (channelid: string | null) => {
    const place = new URLSearchParams({ service: "web" });
    if (channelid) place.set("widget", channelid);
    void navigate({ search: place.toString(), hash });
  };
  return { shown, go };
}
