import { OperatorError } from '../operator-error.ts';

/** A stored data key, encrypted by a key-encrypting key. */
export interface WrappedKey {
  /**
   * The encrypted data key, as text. Null in a database from before data keys were wrapped: the data key is then the
   * key of `ENCRYPTION_KEY` that `kek` names.
   */
  readonly wrapped: string | null;
  /** The key-encrypting key, with its version if it has one: `local:1a2b3c4d`, `vault:transit/switchyard:v3`. */
  readonly kek: string;
}

/** The context of a wrapped key. It is authenticated: a wrapped key cannot be decrypted with another context. */
export type KeyContext = Readonly<Record<string, string>>;

/** A context in bytes, independent of the order of its names. */
export const contextBytes = (context: KeyContext): Buffer =>
  Buffer.from(JSON.stringify(Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1))));

/** A key that encrypts only data keys. It may be held by another system that never discloses it. */
export interface KeyEncryptingKey {
  /** The key's name in the settings, such as `vault:transit/switchyard`. */
  readonly id: string;
  /** Whether a reference may refer to this key. */
  opens(kek: string): boolean;
  /** @throws {KeyError} if the system with the key is unreachable or refuses. */
  wrap(key: Buffer, context: KeyContext): Promise<WrappedKey>;
  /** @throws {KeyError} likewise, or if the wrapped key belongs to another key or context. */
  unwrap(wrapped: WrappedKey, context: KeyContext): Promise<Buffer>;
}

/** A key is missing, wrong or unreachable. The message explains the fix and contains no secret. */
export class KeyError extends OperatorError {
  override readonly name = 'KeyError';
}
