import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// Whatever the process that builds is for: people are served the quick and small form of the libraries.
process.env.NODE_ENV = 'production';

const folder = (path: string) => new URL(path, import.meta.url).pathname;

export default defineConfig({
  root: folder('..'),
  plugins: [react()],
  build: {
    outDir: folder('../../../dist/console'),
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // The first browsers that know `light-dark()` in style sheets.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    chunkSizeWarningLimit: 1_000,
  },
});
