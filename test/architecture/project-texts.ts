import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const folders = ['bench', 'docs', 'entities', 'resolvers', 'src', 'test'];
const texts = /\.(?:css|graphql|js|json|md|mjs|sql|ts|tsx)$/;

/** Written from the schema by `npm run console:types`, and no part of the repository. */
const generated = 'src/console/api/graphql-env.d.ts';

/** The texts of the project, by their paths from its root: its folders and what stands beside them. */
export const projectTexts = (root: string): string[] =>
  [
    ...readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name),
    ...folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
        join(folder, path),
      ),
    ),
  ].filter((path) => texts.test(path) && !path.includes('node_modules/') && path !== generated);
