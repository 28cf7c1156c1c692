import type { Switchyard } from './generated/form-types.ts';

export type * from './generated/form-types.ts';

export interface LoadOptions {
  /** The script's hash, such as `sha384-…`: the browser runs no other script. */
  readonly integrity?: string | undefined;
}

type Opener = NonNullable<Window['Switchyard']>;

/** Scripts of this page by their URL, loading or loaded. */
const scripts = new Map<string, { readonly integrity: string; readonly opener: Promise<Opener> }>();

function addScript(url: string, integrity: string): Promise<Opener> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = (reason: string) => {
      // A later call tries again.
      scripts.delete(url);
      script.remove();
      reject(new Error(`Switchyard: ${url} ${reason}`));
    };
    script.onload = () => {
      if (window.Switchyard) resolve(window.Switchyard);
      else fail('was loaded, but is not switchyard.js. Is the base URL that of the service?');
    };
    script.onerror = () =>
      fail(
        integrity
          ? `was not loaded. Either it cannot be reached, or its hash is not ${integrity}: it changes with the service's version.`
          : "was not loaded. Can it be reached, and does the page's Content-Security-Policy allow it in script-src?",
      );
    script.crossOrigin = 'anonymous';
    script.integrity = integrity;
    script.src = url;
    document.head.append(script);
  });
}

/**
 * Loads `switchyard.js` from the service, once per page, and opens a merchant's forms.
 *
 * @param baseUrl The service's base URL, such as `https://pay.example.com`.
 * @param publishableKey `pk_…`: safe in a page.
 * @returns null without a document, for example on a server.
 * @throws {Error} if the script cannot be loaded or does not match `integrity`. The next call tries again.
 *
 * @example
 * ```ts
 * const switchyard = await loadSwitchyard('https://pay.example.com', 'pk_live_…');
 * ```
 */
export async function loadSwitchyard(
  baseUrl: string,
  publishableKey: string,
  { integrity = '' }: LoadOptions = {},
): Promise<Switchyard | null> {
  if (typeof document === 'undefined') return null;
  const url = `${baseUrl.replace(/\/+$/, '')}/js/switchyard.js`;
  let script = scripts.get(url);
  if (!script) {
    script = { integrity, opener: addScript(url, integrity) };
    scripts.set(url, script);
  }
  if (script.integrity !== integrity) {
    throw new Error(`Switchyard: this page loads ${url} with another integrity: '${script.integrity}'.`);
  }
  return (await script.opener)(publishableKey);
}
