import { OperatorError } from '../operator-error.ts';

/** A data key as it is stored: encrypted by a key-encrypting key. */
export interface WrappedKey {
  /**
   * The encrypted data key, as text. Null in a database from before data keys were wrapped: the data key is then the
   * key of `ENCRYPTION_KEY` that `kek` names.
   */
  readonly wrapped: string | null;
  /** The key-encrypting key, with its version if it has one: `local:1a2b3c4d`, `vault:transit/switchyard:v3`. */
  readonly kek: string;
}

/** The context of a wrapped key. It is authenticated: a wrapped key does not open with another context. */
export type KeyContext = Readonly<Record<string, string>>;

/** A context in bytes, whatever the order of its names. */
export const contextBytes = (context: KeyContext): Buffer =>
  Buffer.from(JSON.stringify(Object.entries(context).sort(([a], [b]) => (a < b ? -1 : 1))));

/** A key that encrypts data keys and nothing else. It may be held by another system, which never gives it out. */
export interface KeyEncryptingKey {
  /** The key as the settings name it, such as `vault:transit/switchyard`. */
  readonly id: string;
  /** Whether this may be the key of a reference. */
  opens(kek: string): boolean;
  /** @throws {KeyError} if the system that holds the key cannot be reached, or refuses. */
  wrap(key: Buffer, context: KeyContext): Promise<WrappedKey>;
  /** @throws {KeyError} likewise, or if the wrapped key is not of this key or this context. */
  unwrap(wrapped: WrappedKey, context: KeyContext): Promise<Buffer>;
}

/** A key is missing, wrong or unreachable. The message says how to mend it, and has no secret. */
export class KeyError extends OperatorError {
  override readonly name = 'KeyError';
}
