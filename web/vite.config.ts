import { defineConfig } from "vitest/config";

// Everything the page needs lies beside it and under hashed names: its policy forbids inline code,
// data addresses and other hosts.
export default defineConfig({
  build: {
    outDir: "../src/diglot/annotate/static",
    emptyOutDir: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: { proxy: { "/api": "http://127.0.0.1:8300" } },
  test: { include: ["tests/**/*.test.ts"], environment: "node" },
});
