/** Shortest and longest password, in characters. */
export const passwordLength = Object.freeze({ least: 12, most: 128 });
