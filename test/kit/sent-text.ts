import { SENT_TEXT } from '../../src/core/model/description.ts';

/** JSON without the texts of encoded lists that validation stores in their first entries. */
export function withoutSentText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSentText);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).filter(([name]) => name !== SENT_TEXT);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutSentText(member)]));
}
