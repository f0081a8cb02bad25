import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// Any environment builds the quick and small form of the libraries.
process.env.NODE_ENV = 'production';

const folder = (path: string) => new URL(path, import.meta.url).pathname;

/** Modules of menus, lists to choose from and tables: no part of the first page. */
const later =
  /@floating-ui|@mantine[\\/]core[\\/]esm[\\/](components[\\/](Combobox|Popover|ScrollArea|Select|Table|Tooltip)|utils[\\/]Floating)[\\/]/;
/** Modules of them that a plain list of the browser needs. */
const plain = /Combobox[\\/](Combobox\.module|ComboboxChevron|get-parsed-combobox-data)/;
const isLater = (module: string): boolean => later.test(module) && !plain.test(module);
const isComponent = (module: string): boolean => /node_modules[\\/]@mantine/.test(module) && !isLater(module);

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
          includeDependenciesRecursively: false,
          groups: [
            { name: 'components', test: isComponent, minShareCount: 8 },
            { name: 'later', test: isLater, minShareCount: 8 },
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
