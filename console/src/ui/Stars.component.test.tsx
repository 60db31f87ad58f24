import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { mount } from "../sample/mount.tsx";
import { Stars } from "./Stars.tsx";

test("a rating shows its number beside the stars, and a bare one does not", async () => {
  const { draw } = mount(<Stars rating={2.4567} />);
  const stars = page.getByRole("img", { name: "Rating: 2.5 of 3" });
  await expect.element(stars).toHaveTextContent("2.5");
  draw(<Stars bare rating={2.4567} />);
  await expect.element(stars).not.toHaveTextContent("2.5");
});
