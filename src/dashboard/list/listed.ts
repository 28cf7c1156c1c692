/** The values of a list in the address, which commas separate; one within a value has a backslash before it. */
export const listOf = (value: string | null): string[] =>
  (value?.match(/(?:\\.|[^,\\])+/gs) ?? []).map((one) => one.replace(/\\(.)/gs, '$1'));

/** A value as it stands in a list in the address. */
export const listed = (value: string): string => value.replace(/[\\,]/g, '\\$&');
