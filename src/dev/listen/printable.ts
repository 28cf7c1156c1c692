/**
 * Text without control and formatting characters, but for those that are let through: what came from outside
 * must not move a terminal's cursor, colour it or turn its direction.
 */
export const printable = (text: string, besides = ''): string =>
  text.replace(/[\p{Cc}\p{Cf}]/gu, (character) => (besides.includes(character) ? character : '�'));
