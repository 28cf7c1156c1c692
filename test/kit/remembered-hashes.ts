import type { Plugin } from 'vite';

const FILE = '/src/people/password-hashes.ts';
const DERIVES = 'async function keyOf(password: string, salt: string): Promise<string> {';

/**
 * Derives a key once per worker for each password and salt: test people share a hash, and a derivation takes a tenth of
 * a second at low priority. A new password has a new salt and is derived.
 */
export const rememberedHashes = (): Plugin => ({
  name: 'remembered-hashes',
  enforce: 'pre',
  transform: (code, id) => {
    if (!id.split('?')[0]!.endsWith(FILE)) return null;
    if (code.split(DERIVES).length !== 2) throw new Error(`${FILE} does not contain this once: ${DERIVES}`);
    return `${code.replace(DERIVES, DERIVES.replace('keyOf', 'derivedKey'))}
const remembered = new Map<string, string>();
async function keyOf(password: string, salt: string): Promise<string> {
  const known = remembered.get(salt + password);
  if (known !== undefined) return known;
  const key = await derivedKey(password, salt);
  remembered.set(salt + password, key);
  return key;
}
`;
  },
});
