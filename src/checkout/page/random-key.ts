const KEY_BYTES = 16;

/**
 * A key that no other request or form has. `crypto.randomUUID` would not do: pages served over plain HTTP have none, nor
 * have browsers of before 2022.
 */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
