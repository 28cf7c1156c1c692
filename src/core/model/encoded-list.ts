import { type FieldDescription, SENT_TEXT } from './description.ts';
import { freeTextFault, textFault } from './free-text.ts';

/** The list in a text; undefined if there is none. */
export function decodeList(text: string): unknown[] | undefined {
  try {
    const decoded: unknown = JSON.parse(text);
    return Array.isArray(decoded) ? decoded : undefined;
  } catch {
    // The message of JSON.parse repeats part of the text, so it is dropped.
    return undefined;
  }
}

/** The texts of lists by their first entries: an input that is validated again keeps the text of the first time. */
const keptTexts = new WeakMap<object, string>();

/** Has a list keep the text that its caller sent, though its entries were translated. */
export const keepSentText = (firstEntry: object, text: string): unknown => keptTexts.set(firstEntry, text);

/** The text of a list that was sent as JSON, or is validated again. */
export function sentText(entries: readonly unknown[]): string {
  const [first] = entries;
  const kept = typeof first === 'object' && first !== null ? keptTexts.get(first) : undefined;
  return kept ?? JSON.stringify(entries);
}

/** Why the text of a list cannot be kept, as a phrase that completes the field's name. */
export function sentTextFault({ name }: FieldDescription, text: string): string | undefined {
  const free: FieldDescription = { kind: 'text', name, about: '' };
  // Of members with one name, entries have the last only.
  const unescaped = text.replaceAll(/\\u([\da-f]{4})/gi, (_, code) =>
    String.fromCharCode(parseInt(code, 16)),
  );
  return textFault(free, text) ?? freeTextFault(free, unescaped);
}

/**
 * Keeps the text of a list in its first entry: REST shows the list as it was sent, with its white space, the order of its
 * members and those that this service does not know.
 */
export function withSentText(entries: readonly unknown[], text: string): readonly unknown[] {
  const [first, ...others] = entries;
  if (typeof first !== 'object' || first === null || Array.isArray(first)) return entries;
  const kept = { ...first, [SENT_TEXT]: text };
  keepSentText(kept, text);
  return [kept, ...others];
}
