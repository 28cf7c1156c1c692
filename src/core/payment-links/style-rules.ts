import { invalidParameter } from '../foundation/errors.ts';
import type { JsonRecord } from '../model/index.ts';
import { closestName, isRepeatable } from '../model/validation-errors.ts';
import {
  isStyleValue,
  STYLE_VALUE_MAX,
  styledElements,
  styleFunctions,
  styleProperties,
} from './style-sheet.ts';

/** A name that an error may quote. */
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
    if (!(element in styledElements)) {
      const known = Object.keys(styledElements);
      throw invalidParameter(
        param,
        `${param} has no element ${named(element)}${suggestion(element, known)} There are ${known.join(' ')}.`,
      );
    }
    if (declarations === null || typeof declarations !== 'object' || Array.isArray(declarations)) {
      throw invalidParameter(param, `${param} must have an object of style properties for ${element}.`);
    }
    for (const [property, value] of Object.entries(declarations)) {
      if (!styleProperties.has(property)) {
        throw invalidParameter(
          param,
          `${param} has no property ${named(property)} for ${element}${suggestion(property, styleProperties)} Colours, fonts, spacing, borders and shadows can be set, in camelCase.`,
        );
      }
      if (isStyleValue(value)) continue;
      throw invalidParameter(
        param,
        `${param} must have a plain CSS value of at most ${STYLE_VALUE_MAX} characters for ${property} of ${element}: no addresses, and no functions but ${[...styleFunctions].join(', ')}.`,
      );
    }
  }
}
