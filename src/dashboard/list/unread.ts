import { toMinorUnits } from '../data/money.ts';
import { endsOf } from '../data/range.ts';
import { amountCurrency, startOf, valuesIn, zoneOf } from './address.ts';
import type { FilterField } from './definition.ts';
import { listed, listOf } from './listed.ts';
import { amountsAs } from './sought.ts';

/** A filter in the URL with its invalid values. */
export interface Unread {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** The parameter's remaining valid value; null if empty. */
  readonly known: string | null;
}

/** The invalid parts of a filter in the URL. */
function unreadParts(field: FilterField, value: string, params: URLSearchParams): readonly string[] {
  const ends = endsOf(value).filter(Boolean);
  switch (field.kind) {
    case 'choice': {
      const known = valuesIn(field, value);
      return listOf(value).filter((one) => !known.includes(one));
    }
    case 'flag':
      return value === 'yes' || value === 'no' ? [] : [value];
    case 'time':
      return ends.filter((end) => startOf(end, zoneOf(params)) === null);
    case 'amount': {
      const currency = amountCurrency(params);
      return ends.filter((end) =>
        currency ? toMinorUnits(end, currency) === null : amountsAs(field.field, [end], Object).length === 0,
      );
    }
    default:
      return [];
  }
}

/** The filters in the URL that are ignored, wholly or in part, because of invalid values. */
export function unreadOf(filters: readonly FilterField[], params: URLSearchParams): readonly Unread[] {
  return filters.flatMap((field) => {
    const { label, name } = field;
    const value = params.get(name) ?? '';
    const parts = value ? unreadParts(field, value, params) : [];
    if (parts.length === 0) return [];
    const known = field.kind === 'choice' ? valuesIn(field, value).map(listed).join(',') : '';
    return [{ name, label, value: parts.join(', '), known: known || null }];
  });
}
