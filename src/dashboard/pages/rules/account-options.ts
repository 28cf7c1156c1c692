import type { AccountOption } from './editing.ts';

const ANY_AT = 'at:';

/** The option of an account as rules write it; null for one that has no option. */
export function optionOf(account: unknown): string | null {
  if (typeof account === 'string') return ANY_AT + account;
  const { connector, merchant_connector_id: id } = (account ?? {}) as Record<
    string,
    string | null | undefined
  >;
  if (id) return id;
  return connector ? ANY_AT + connector : null;
}

/** An account as rules write it, by its option. */
export const accountOf = (option: string): unknown =>
  option.startsWith(ANY_AT) ? { connector: option.slice(ANY_AT.length) } : { merchant_connector_id: option };

/** The options, and chosen accounts that are none of them. */
export const optionsWith = (
  options: readonly AccountOption[],
  chosen: readonly string[],
): AccountOption[] => [
  ...options,
  ...chosen
    .filter((value) => !options.some((option) => option.value === value))
    .map((value) => ({ value, label: value.replace(ANY_AT, 'Any account at ') })),
];
