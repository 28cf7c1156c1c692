import { asWords } from '../../data/words.ts';

/** Values of enumerations in words; names of connectors, codes and identifiers as they are. */
export const nameOf = (key: string | null): string =>
  key === null ? 'None' : /^[a-z]+(?:_[a-z]+)+$/.test(key) ? asWords(key) : key;
