import { tagColours } from "@parley/contract/tag-colours";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { contrast } from "../../../sample/contrast.ts";
import { createCache, mount } from "../../../sample/mount.tsx";
import { openNetwork } from "../../../sample/network.ts";
import { TagChip } from "./TagChip.tsx";
import { TagChips } from "./TagChips.tsx";

const tagOf = (name: string, index: number) => ({
  ...{ tagid: `tag ${index}`, name, colour: "red" as const, archived_on: null },
});
const show = (names: string[], width: number, letters = 36) => {
  const tags = names.map(tagOf);
  openNetwork({ "/tags": () => ({ closed: false, tags }) });
  const ids = tags.map(({ tagid }) => tagid);
  mount(
    <div style={{ width }}>
      <TagChips ids={[...ids, "deleted"]} letters={letters} />
    </div>,
    { cache: createCache() },
  );
};
const line = () => document.querySelector<HTMLElement>("[style] > span");

test.each([
  ["twenty long names", Array.from({ length: 20 }, (_, at) => `A tag with a long name ${at}`)],
  ["wide letters", Array.from({ length: 20 }, () => "WWWWWWWWWWWWWWWWWWWW")],
  ["Japanese", Array.from({ length: 20 }, (_, at) => `返金の問い合わせと請求書の再発行${at}`)],
])("a card's line of %s stays within it and counts the others", async (_what, names) => {
  show(names, 264);
  await expect.element(page.getByText(/^\+\d+$/)).toBeVisible();
  expect(line()?.scrollWidth).toBeLessThanOrEqual(line()?.clientWidth ?? 0);
  const chips = document.querySelectorAll("[data-tag-colour]").length;
  await expect.element(page.getByText(`+${20 - chips}`)).toBeVisible();
});

test("a screen reader hears all names, and no chip stands for a deleted tag", async () => {
  show(["Refund", "Late", "Invoice"], 264, 12);
  await expect.element(page.getByText("Tags: Invoice, Late, Refund")).toBeInTheDocument();
  await expect.element(page.getByText("+2")).toHaveAttribute("title", "Late, Refund");
});

test("in both themes each colour is read on its ground, whatever lies beneath", async () => {
  mount(
    <div>
      {tagColours.map((colour) => (
        <TagChip key={colour} tag={{ name: colour, colour }} />
      ))}
    </div>,
  );
  for (const theme of ["dark", "light"]) {
    document.documentElement.setAttribute("data-theme", theme);
    for (const colour of tagColours) {
      const chip = page.getByText(colour, { exact: true });
      await expect.element(chip).toBeVisible();
      const { color, backgroundColor } = getComputedStyle(chip.element());
      expect([theme, colour, contrast(color, backgroundColor) >= 4.5]).toEqual([theme, colour, true]);
    }
  }
  document.documentElement.removeAttribute("data-theme");
});
