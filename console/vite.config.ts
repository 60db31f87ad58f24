import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { aheadGroups } from "./vite/ahead.ts";
import { noChunkCircles } from "./vite/chunk-circles.ts";
import { guide } from "./vite/guide.ts";
import { serviceWorker } from "./vite/service-worker.ts";

const server = `http://127.0.0.1:${process.env.PORT ?? 3003}`;

/**
 * One script for the first page, and few shared by later parts: a request costs more than some kilobytes. Priorities are
 * whole numbers; a module goes to the highest group that takes it, with all that it imports.
 */
const codeSplitting = {
  groups: [
    {
      name: "start",
      tags: ["$initial" as const],
      test: (id: string) => !/\.html|src[\\/]main\.tsx|signup-window\.tsx/.test(id),
      priority: 4,
    },
    ...aheadGroups(3),
    // Nothing but mails loads their editor and its dependencies.
    {
      name: "editor",
      test: /node_modules[\\/](@tiptap|prosemirror|linkifyjs|orderedmap|rope-sequence|w3c-keyname|fast-equals)/,
      priority: 2,
    },
    {
      name: "shared",
      test: (id: string) => !/features[\\/]chat[\\/](mail-composer|signatures)[\\/]/.test(id),
      minShareCount: 2,
      priority: 1,
    },
  ],
};

export default defineConfig({
  plugins: [react(), tailwind(), guide(), noChunkCircles(), serviceWorker()],
  build: {
    target: "es2023",
    sourcemap: false,
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    rolldownOptions: {
      // The second is a separate document, served with its own policy.
      input: { index: "index.html", signup: "whatsapp-signup.html" },
      output: { codeSplitting },
    },
  },
  server: {
    port: 5173,
    // The pages are the console's, everything else is the server's.
    proxy: {
      "^/(?!src/|node_modules/|@|assets/|favicon.svg|theme.js|icons/|manifest.webmanifest|index.html|$|login$|\\?).*":
        {
          target: server,
          ws: true,
          bypass: (request) => (request.headers.accept?.includes("text/html") ? "/index.html" : undefined),
        },
    },
  },
});
