/** The folders of `src` that browsers run: the bundler compiles them, and no module of the service imports them. */
const browserFolders = ['dashboard', 'pages', 'checkout/page', 'checkout/elements', 'checkout/recipient'];

/**
 * Whether browsers run a source.
 *
 * @param file Below `src`.
 */
export const isBrowserCode = (file: string): boolean =>
  browserFolders.some((folder) => file.replaceAll('\\', '/').startsWith(`${folder}/`));
