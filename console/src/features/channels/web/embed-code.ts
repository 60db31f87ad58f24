/** The ways pages are made, each with its own code to load the widget. */
export const embedWays = {
  html: "HTML",
  react: "React",
  wordpress: "WordPress",
  tagManager: "Google Tag Manager",
} as const;
export type EmbedWay = keyof typeof embedWays;

type Widget = { key: string; snippet: string };

export function embedCode(way: EmbedWay, { key, snippet }: Widget): string {
  const loader = loaderOf(snippet);
  switch (way) {
    case "html":
      return snippet;
    case "react":
      return `import { useEffect } from "react";

export function Chat() {
  useEffect(() => {
    const script = document.createElement("script");
    script.src = "${loader}";
    script.async = true;
    script.dataset.key = "${key}";
    document.head.append(script);
    return () => {
      window.Parley?.shutdown();
      script.remove();
    };
  }, []);
  return null;
}`;
    case "wordpress":
      return `add_action( 'wp_footer', function () {
    ?>
    ${snippet}
    <?php
} );`;
    // Tag managers remove data attributes.
    case "tagManager":
      return `<script src="${loader}?key=${key}" async></script>`;
  }
}

/** The lines that a page adds to its own Content-Security-Policy. */
export function policyLines({ snippet }: Widget): string {
  const { origin } = new URL(loaderOf(snippet));
  return ["script-src", "connect-src", "frame-src"].map((name) => `${name} ${origin};`).join("\n");
}

/** The desk's own page with the widget on it. */
export function testPage({ key, snippet }: Widget): string {
  return `${new URL(loaderOf(snippet)).origin}/chat/${key}`;
}

function loaderOf(snippet: string): string {
  const [, address] = /src="([^"]+)"/.exec(snippet) ?? [];
  if (!address) throw new Error("The snippet names no script");
  return address;
}
