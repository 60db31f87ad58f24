import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { serviceWorker } from "./vite/service-worker.ts";

const server = `http://127.0.0.1:${process.env.PORT ?? 3003}`;

export default defineConfig({
  plugins: [react(), tailwind(), serviceWorker()],
  build: { target: "es2023", sourcemap: false, assetsInlineLimit: 0, reportCompressedSize: true },
  server: {
    port: 5173,
    // Pages are ours, everything else is the server's.
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
