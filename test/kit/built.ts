/**
 * Preloaded with `--import`, it resolves `src` to the built files instead of the sources, which every process would
 * have to compile.
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
