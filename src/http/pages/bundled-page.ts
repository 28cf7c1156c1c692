import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import { type RequestHandler, Router } from 'express';
import { urlPath } from '../../core/foundation/url-path.ts';
import { addRoute } from '../requests/routes.ts';
import { immutableFiles, StoredDocument, sendDocument } from './stored-document.ts';

/** The same folder whether this file runs as TypeScript from `src/` or compiled under `dist/`. */
const packageRoot = path.dirname(findPackageJSON('.', import.meta.url)!);

/** The folder of the bundled pages of `npm run build:pages`, one subfolder per page. */
export const bundlesFolder = path.join(packageRoot, 'dist/pages');

export interface BundledPageOptions {
  readonly contentSecurityPolicy: string;
  /** Fills in the page's HTML; unchanged unless given. */
  readonly render?: (template: string) => string;
  /** {@link bundlesFolder} unless given. */
  readonly folder?: string;
}

/** Serves a page of `src/pages` at `/{name}` and its assets below, all from its bundle. */
export function bundledPage(name: string, options: BundledPageOptions): Router {
  const { contentSecurityPolicy, folder = bundlesFolder, render = (template) => template } = options;
  const router = Router({ caseSensitive: true });
  let page: { readonly template: string; readonly document: StoredDocument } | undefined;
  const get: RequestHandler = async (req, res) => {
    const template = await readTemplate(path.join(folder, name, 'index.html'));
    if (template === undefined) {
      res
        .status(503)
        .type('text')
        .send('This page is not built yet: run `npm run build:pages` and reload.\n');
      return;
    }
    if (page?.template !== template) {
      page = { template, document: new StoredDocument('text/html; charset=utf-8', render(template)) };
    }
    res.set('Content-Security-Policy', contentSecurityPolicy);
    await sendDocument(req, res, page.document);
  };
  addRoute(router, urlPath`/${name}`, { get });
  // Asset names contain a hash of their content, so browsers may cache them for good.
  router.use(urlPath`/${name}/assets`, immutableFiles(path.join(folder, name, 'assets')));
  return router;
}

/**
 * A bundle's HTML, read for each request, so that a rebuild is served without a restart; undefined without a bundle.
 */
export async function readTemplate(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
