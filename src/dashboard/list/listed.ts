/** A list's comma-separated values in the URL; a backslash escapes a comma within a value. */
export const listOf = (value: string | null): string[] =>
  (value?.match(/(?:\\.|[^,\\])+/gs) ?? []).map((one) => one.replace(/\\(.)/gs, '$1'));

/** A value escaped for a list in the URL. */
export const listed = (value: string): string => value.replace(/[\\,]/g, '\\$&');
