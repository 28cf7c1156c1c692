/**
 * Style rules that merchants give, as a style sheet. Browsers load this module too, so it imports nothing.
 */

/** The elements that style rules name, with their selectors on the page. */
export const styledElements = {
  body: 'body',
  h1: 'h1',
  button: 'button',
  '#submit': '#submit',
  '.Input': '.Input',
  '.Label': '.Label',
  '.Tab': '.Tab',
  '.Block': '.Block',
  '.Error': '.Error',
  '.Item': '.Item',
} as const;

/** The properties that style rules may set. None can move, hide or cover an element, or load anything. */
export const styleProperties = new Set(
  (
    'color backgroundColor accentColor caretColor opacity ' +
    'fontFamily fontSize fontStyle fontWeight letterSpacing lineHeight textAlign textDecoration textTransform ' +
    'padding paddingTop paddingRight paddingBottom paddingLeft paddingInline paddingBlock ' +
    'margin marginTop marginRight marginBottom marginLeft marginInline marginBlock gap ' +
    'border borderTop borderRight borderBottom borderLeft borderColor borderStyle borderWidth borderRadius ' +
    'boxShadow textShadow outline outlineColor outlineOffset outlineStyle outlineWidth'
  ).split(' '),
);

export const STYLE_VALUE_MAX = 200;
export const styleFunctions = new Set(['rgb', 'rgba', 'hsl', 'hsla', 'calc', 'min', 'max', 'clamp']);

/** Whether a text is a single declaration value: without URLs, escapes, comments or the end of a declaration. */
export function isStyleValue(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > STYLE_VALUE_MAX) return false;
  if (!/^[\w\s#%.,()'"+*/-]+$/.test(value) || value.includes('/*')) return false;
  const quotes = value.match(/['"]/g)?.length ?? 0;
  const [opened, closed] = [value.match(/\(/g)?.length ?? 0, value.match(/\)/g)?.length ?? 0];
  if (quotes % 2 !== 0 || opened !== closed) return false;
  return [...value.matchAll(/([\w-]*)\(/g)].every(([, name = '']) => styleFunctions.has(name.toLowerCase()));
}

const kebabCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Renders checked rules as a style sheet. Rules that are no longer allowed are omitted. */
export function styleSheetOf(
  rules: Readonly<Record<string, unknown>> | null | undefined,
  within = '',
): string {
  return Object.entries(rules ?? {})
    .filter(([element]) => element in styledElements)
    .map(([element, declarations]) => {
      const entries = Object.entries((declarations ?? {}) as Record<string, unknown>);
      const body = entries
        .filter(([property, value]) => styleProperties.has(property) && isStyleValue(value))
        .map(([property, value]) => `${kebabCase(property)}:${value}`);
      const selector = styledElements[element as keyof typeof styledElements];
      return `${selector === 'body' || within === '' ? selector : `${within} ${selector}`}{${body.join(';')}}`;
    })
    .join('\n');
}
