import type { Page } from "@playwright/test";

/**
 * Controls on screen whose touch target is under 44 px: a finger at that distance from the middle, up or down, left or
 * right, hits something else. Controls behind a dialog or a menu do not count meanwhile. Links within a sentence are
 * left out, and controls that the keyboard skips: the bars of a chart, whose days can be chosen by the filter, too
 * (WCAG 2.5.8).
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const reach = 21;
    /** Arrow keys reach these. */
    const among = "[role=radio], [role=tab], [role=menuitem], [role=option]";
    const controls = `a[href], button, input, select, textarea, summary, [role=switch], [role=checkbox], ${among}`;
    const layers = document.querySelectorAll("[role=menu], [role=dialog], [role=alertdialog]");
    const within = [...layers].at(-1) ?? document;
    const small: string[] = [];
    for (const one of within.querySelectorAll<HTMLElement>(controls)) {
      const inText = one.matches("p a") && getComputedStyle(one).display === "inline";
      const passedOver = one.matches("[tabindex='-1']") && !one.matches(among);
      if (one.matches("[aria-hidden=true], .sr-only, :disabled") || passedOver || inText) continue;
      one.scrollIntoView({ block: "center", inline: "center" });
      const box = one.getBoundingClientRect();
      const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
      const hits = (x: number, y: number) => {
        const hit = document.elementFromPoint(x, y);
        return hit !== null && (one.contains(hit) || hit.closest("label")?.contains(one) === true);
      };
      if (box.width < 2 || !hits(middle.x, middle.y)) continue;
      const inside = (x: number, y: number) =>
        x < 0 || y < 0 || x > innerWidth || y > innerHeight || hits(x, y);
      const wide = inside(middle.x - reach, middle.y) && inside(middle.x + reach, middle.y);
      const high = inside(middle.x, middle.y - reach) && inside(middle.x, middle.y + reach);
      if (!wide || !high) {
        const name = one.getAttribute("aria-label") ?? one.textContent?.trim().slice(0, 40) ?? "";
        small.push(`${one.tagName.toLowerCase()} ${name} ${Math.round(box.width)}×${Math.round(box.height)}`);
      }
    }
    return small;
  });
}
