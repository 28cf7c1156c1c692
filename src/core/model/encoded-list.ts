import { type FieldDescription, SENT_TEXT } from './description.ts';
import { freeTextFault, textFault } from './free-text.ts';

/** The list in a text; undefined without a list. */
export function decodeList(text: string): unknown[] | undefined {
  try {
    const decoded: unknown = JSON.parse(text);
    return Array.isArray(decoded) ? decoded : undefined;
  } catch {
    // The message of JSON.parse repeats part of the text, so it is dropped.
    return undefined;
  }
}

/** The texts of lists by their first entries: a second validation keeps the text of the first. */
const keptTexts = new WeakMap<object, string>();

/** Makes a list keep its caller's text although its entries were translated. */
export const keepSentText = (firstEntry: object, text: string): unknown => keptTexts.set(firstEntry, text);

/** The text of a list sent as JSON or validated before. */
export function sentText(entries: readonly unknown[]): string {
  const [first] = entries;
  const kept = typeof first === 'object' && first !== null ? keptTexts.get(first) : undefined;
  return kept ?? JSON.stringify(entries);
}

/** The reason why the text of a list cannot be kept, as a phrase that completes the field's name. */
export function sentTextFault({ name }: FieldDescription, text: string): string | undefined {
  const free: FieldDescription = { kind: 'text', name, about: '' };
  // Of members with the same name, entries keep only the last.
  const unescaped = text.replaceAll(/\\u([\da-f]{4})/gi, (_, code) =>
    String.fromCharCode(parseInt(code, 16)),
  );
  return textFault(free, text) ?? freeTextFault(free, unescaped);
}

/**
 * Keeps the text of a list in its first entry: REST returns the list unchanged, with its white space, member order
 * and unknown members.
 */
export function withSentText(entries: readonly unknown[], text: string): readonly unknown[] {
  const [first, ...others] = entries;
  if (typeof first !== 'object' || first === null || Array.isArray(first)) return entries;
  const kept = { ...first, [SENT_TEXT]: text };
  keepSentText(kept, text);
  return [kept, ...others];
}
