import { invalidParameter } from '../foundation/errors.ts';
import type { JsonRecord } from '../model/index.ts';
import { closestName, isRepeatable } from '../model/validation-errors.ts';

/** The elements that style rules name, with their selectors on the page. */
const selectors = {
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

/** The properties that style rules may set: none moves, hides or covers an element, or loads anything. */
const properties = new Set(
  (
    'color backgroundColor accentColor caretColor opacity ' +
    'fontFamily fontSize fontStyle fontWeight letterSpacing lineHeight textAlign textDecoration textTransform ' +
    'padding paddingTop paddingRight paddingBottom paddingLeft paddingInline paddingBlock ' +
    'margin marginTop marginRight marginBottom marginLeft marginInline marginBlock gap ' +
    'border borderTop borderRight borderBottom borderLeft borderColor borderStyle borderWidth borderRadius ' +
    'boxShadow textShadow outline outlineColor outlineOffset outlineStyle outlineWidth'
  ).split(' '),
);

const VALUE_MAX = 200;
const functions = new Set(['rgb', 'rgba', 'hsl', 'hsla', 'calc', 'min', 'max', 'clamp']);

/** Whether a text is one value of a declaration: it has no address, no escape, no comment and no end of a declaration. */
function isValue(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > VALUE_MAX) return false;
  if (!/^[\w\s#%.,()'"+*/-]+$/.test(value) || value.includes('/*')) return false;
  const quotes = value.match(/['"]/g)?.length ?? 0;
  const [opened, closed] = [value.match(/\(/g)?.length ?? 0, value.match(/\)/g)?.length ?? 0];
  if (quotes % 2 !== 0 || opened !== closed) return false;
  return [...value.matchAll(/([\w-]*)\(/g)].every(([, name = '']) => functions.has(name.toLowerCase()));
}

/** A name as an error may repeat it. */
const named = (name: string) => (isRepeatable(name.replace(/^[.#]/, '')) ? name : 'that name');

function suggestion(name: string, known: Iterable<string>): string {
  const close = isRepeatable(name) ? closestName(name, known) : undefined;
  return close ? `; did you mean ${close}?` : '.';
}

/**
 * Checks style rules: objects of properties by element.
 *
 * @param param The parameter that holds them, for the error.
 * @throws {Problem} `invalid_parameter` for an unknown element or property, and for a value that could load something or
 * end its declaration.
 */
export function requireStyleRules(rules: JsonRecord | null | undefined, param: string): void {
  for (const [element, declarations] of Object.entries(rules ?? {})) {
    if (!(element in selectors)) {
      const known = Object.keys(selectors);
      throw invalidParameter(
        param,
        `${param} has no element ${named(element)}${suggestion(element, known)} There are ${known.join(' ')}.`,
      );
    }
    if (declarations === null || typeof declarations !== 'object' || Array.isArray(declarations)) {
      throw invalidParameter(param, `${param} must have an object of style properties for ${element}.`);
    }
    for (const [property, value] of Object.entries(declarations)) {
      if (!properties.has(property)) {
        throw invalidParameter(
          param,
          `${param} has no property ${named(property)} for ${element}${suggestion(property, properties)} Colours, fonts, spacing, borders and shadows can be set, in camelCase.`,
        );
      }
      if (isValue(value)) continue;
      throw invalidParameter(
        param,
        `${param} must have a plain CSS value of at most ${VALUE_MAX} characters for ${property} of ${element}: no addresses, and no functions but ${[...functions].join(', ')}.`,
      );
    }
  }
}

const kebabCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The style sheet of checked rules. What is no longer allowed is left out. */
export function styleSheetOf(rules: JsonRecord | null | undefined, within = ''): string {
  return Object.entries(rules ?? {})
    .filter(([element]) => element in selectors)
    .map(([element, declarations]) => {
      const entries = Object.entries((declarations ?? {}) as Record<string, unknown>);
      const body = entries
        .filter(([property, value]) => properties.has(property) && isValue(value))
        .map(([property, value]) => `${kebabCase(property)}:${value}`);
      const selector = selectors[element as keyof typeof selectors];
      return `${selector === 'body' || within === '' ? selector : `${within} ${selector}`}{${body.join(';')}}`;
    })
    .join('\n');
}
