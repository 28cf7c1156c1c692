const KEY_BYTES = 16;

/**
 * A unique key. `crypto.randomUUID` is missing on pages served over plain HTTP and in browsers before 2022.
 */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
