import { type DescribedClass, fieldsOf } from './index.ts';

/** First two and last two characters, the rest as stars; all stars when there are four or fewer. */
export function maskText(text: string): string {
  const characters = [...text];
  if (characters.length <= 4) return '*'.repeat(characters.length);
  const stars = '*'.repeat(characters.length - 4);
  return characters.slice(0, 2).join('') + stars + characters.slice(-2).join('');
}

/** Masks every string in free-form JSON; keys, numbers and booleans stay. */
export function maskStrings(value: unknown): unknown {
  if (typeof value === 'string') return maskText(value);
  if (Array.isArray(value)) return value.map(maskStrings);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, maskStrings(inner)]));
}

/** Masks the fields of a nested object that are described as masked. */
export function maskFields(value: unknown, target: DescribedClass): unknown {
  if (value === null || typeof value !== 'object') return value;
  const masked: Record<string, unknown> = { ...value };
  for (const field of fieldsOf(target)) {
    const inner = masked[field.name];
    if (inner === null || inner === undefined) continue;
    if (field.masked) masked[field.name] = maskStrings(inner);
    else if (field.kind === 'object') masked[field.name] = maskFields(inner, field.of!());
  }
  return masked;
}
