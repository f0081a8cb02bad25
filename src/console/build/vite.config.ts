import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// Any environment builds the quick and small form of the libraries.
process.env.NODE_ENV = 'production';

const folder = (path: string) => new URL(path, import.meta.url).pathname;

export default defineConfig({
  root: folder('..'),
  plugins: [react()],
  build: {
    outDir: folder('../../../dist/console'),
    emptyOutDir: true,
    rolldownOptions: {
      input: [folder('../index.html'), folder('../graphiql/index.html')],
      // Modules shared by many pages are one file: each file is a request before the first page is shown.
      output: {
        codeSplitting: {
          groups: [
            { name: 'components', test: /node_modules[\\/](@mantine|@floating-ui)/, minShareCount: 8 },
          ],
        },
      },
      // Hints to a compiler that is not used here.
      onLog: (level, log, pass) => log.code === 'MODULE_LEVEL_DIRECTIVE' || pass(level, log),
    },
    modulePreload: { polyfill: false },
    // The first browsers that know `light-dark()` in style sheets.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // The editor of GraphiQL is one large file.
    chunkSizeWarningLimit: 5_000,
  },
});
