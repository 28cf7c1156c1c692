import type { Plugin } from 'vite';

const FILE = '/src/people/password-hashes.ts';
const DERIVES = 'async function keyOf(password: string, salt: string): Promise<string> {';

/**
 * Has a worker derive a key once for a password and a salt: people of tests share a hash, and its key takes a tenth of a
 * second of a processor, behind everything else that the machine does. A new password has a new salt, and is derived.
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
