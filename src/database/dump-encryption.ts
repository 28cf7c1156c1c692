import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { OperatorError } from '../core/foundation/operator-error.ts';

/** Dumps are encrypted in age's format (age-encryption.org/v1), by public keys, in chunks of 64 KiB. */

/**
 * Encrypts for public keys, `age1…`: the secret key of any of them opens it.
 *
 * @throws {OperatorError} naming a text that is no such key.
 */
export function encryptorFor(recipients: readonly string[]): (plain: Readable) => Promise<Readable> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new OperatorError(
        `The recipient ${recipient.slice(0, 12)}… is no public key of age, or is mistyped. ` +
          'switchyard backup-key makes one, which begins with age1.',
      );
    }
  }
  return async (plain) => toNode(await encrypter.encrypt(toWeb(plain)));
}

/**
 * The secret keys in a file, as `switchyard backup-key` and `age-keygen` write them.
 *
 * @throws {OperatorError} naming the file, and nothing in it.
 */
export async function readIdentities(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(({ code }) => {
    throw new OperatorError(`The file ${file} of --identity cannot be read (${code}).`);
  });
  const keys = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const decrypter = new Decrypter();
  try {
    for (const key of keys) decrypter.addIdentity(key);
  } catch {
    keys.length = 0;
  }
  if (keys.length === 0)
    throw new OperatorError(`The file ${file} of --identity has no secret key: AGE-SECRET-KEY-1….`);
  return keys;
}

/**
 * Decrypts a dump. The stream fails where the dump was changed or ends too early.
 *
 * @throws {OperatorError} if none of the secret keys opens it.
 */
export async function decryptWith(identities: readonly string[], sealed: Readable): Promise<Readable> {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  try {
    return toNode(await decrypter.decrypt(toWeb(sealed)));
  } catch (error) {
    sealed.destroy();
    if (/no identity matched/.test((error as Error).message))
      throw new OperatorError('The key of --identity does not open this backup; nothing was restored.');
    throw damaged(error as Error);
  }
}

/** The error of a dump that was changed or cut short. */
export const damaged = ({ message }: Error) =>
  new OperatorError(`The dump is damaged or cut off (${message}). Nothing was restored.`);

const toWeb = (stream: Readable) => Readable.toWeb(stream) as ReadableStream<Uint8Array>;
const toNode = (stream: ReadableStream<Uint8Array>) => Readable.fromWeb(stream as WebStream);
