import { type DescribedClass, fieldsOf } from './index.ts';

/** First two and last two characters, the rest as stars; all stars when there are four or fewer. */
export function maskText(text: string): string {
  const characters = [...text];
  if (characters.length <= 4) return '*'.repeat(characters.length);
  const stars = '*'.repeat(characters.length - 4);
  return characters.slice(0, 2).join('') + stars + characters.slice(-2).join('');
}

/** A free-form value with each string in it masked; keys, numbers and booleans stay. */
export function maskStrings(value: unknown): unknown {
  if (typeof value === 'string') return maskText(value);
  if (Array.isArray(value)) return value.map(maskStrings);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, maskStrings(inner)]));
}

/** A nested object with the fields masked that its description says are. */
export function maskFields(value: unknown, target: DescribedClass): unknown {
  if (value === null || typeof value !== 'object') return value;
  const shown: Record<string, unknown> = { ...value };
  for (const field of fieldsOf(target)) {
    const inner = shown[field.name];
    if (inner === null || inner === undefined) continue;
    if (field.masked) shown[field.name] = maskStrings(inner);
    else if (field.kind === 'object') shown[field.name] = maskFields(inner, field.of!());
  }
  return shown;
}
