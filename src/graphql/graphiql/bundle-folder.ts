import { findPackageJSON } from 'node:module';
import path from 'node:path';

/** The same folder whether this file runs as TypeScript from `src/` or compiled under `dist/`. */
export const packageRoot = path.dirname(findPackageJSON('.', import.meta.url)!);

export const bundleFolder = path.join(packageRoot, 'dist/graphiql');
