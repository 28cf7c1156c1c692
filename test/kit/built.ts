/**
 * Loaded into a process with `--import`, it takes what is built from `src` instead of the sources, which would have to be
 * compiled in each process anew.
 */
import { registerHooks } from 'node:module';

const sources = new URL('../../src/', import.meta.url).href;
const built = new URL('../../dist/', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    if (!found.url.startsWith(sources) || !found.url.endsWith('.ts')) return found;
    return { ...found, format: 'module', url: built + found.url.slice(sources.length).replace(/ts$/, 'js') };
  },
});
