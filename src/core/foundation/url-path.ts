/** A value that would be a dot segment of a path, encoded or not. */
const DOT_SEGMENT = /^\.{1,2}$/;

/**
 * Builds a path or an address from a template. Each value is encoded, so that none adds a segment, a parameter or
 * another host; `URLSearchParams` are added as they are. Parts with a whole address, such as an origin, stay outside
 * the template. Browsers load this module too, so it imports nothing.
 *
 * @example urlPath`/payments/${id}/confirm?client_secret=${secret}`
 * @throws {TypeError} for `.` and `..`, which no encoding keeps from changing the path.
 */
export function urlPath(
  texts: TemplateStringsArray,
  ...values: readonly (string | number | URLSearchParams)[]
): string {
  return texts.reduce((built, text, index) => {
    const value = values[index - 1]!;
    if (value instanceof URLSearchParams) return `${built}${value}${text}`;
    if (DOT_SEGMENT.test(String(value))) throw new TypeError('A path segment must not be "." or "..".');
    return `${built}${encodeURIComponent(value)}${text}`;
  });
}
