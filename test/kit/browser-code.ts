/** The folders of `src` for browsers: the bundler compiles them, and no module of the service imports them. */
const browserFolders = ['dashboard', 'pages', 'checkout/page', 'checkout/elements', 'checkout/recipient'];

/**
 * Whether a source is for browsers.
 *
 * @param file Below `src`.
 */
export const isBrowserCode = (file: string): boolean =>
  browserFolders.some((folder) => file.replaceAll('\\', '/').startsWith(`${folder}/`));
