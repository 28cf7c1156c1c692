import { type GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';

const namesBySchema = new WeakMap<GraphQLSchema, ReadonlySet<string>>();

/** Every name that introspection shows: types, fields, arguments, enum values and directives. */
function namesIn(schema: GraphQLSchema): ReadonlySet<string> {
  const known = namesBySchema.get(schema);
  if (known) return known;
  const names = new Set<string>();
  for (const type of Object.values(schema.getTypeMap())) {
    names.add(type.name);
    if (isEnumType(type)) for (const value of type.getValues()) names.add(value.name);
    if (isInputObjectType(type)) for (const name of Object.keys(type.getFields())) names.add(name);
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      names.add(field.name);
      for (const argument of field.args) names.add(argument.name);
    }
  }
  for (const directive of schema.getDirectives()) {
    names.add(directive.name);
    for (const argument of directive.args) names.add(argument.name);
  }
  namesBySchema.set(schema, names);
  return names;
}

/** The value-free explanations that may end graphql-js's message about a literal. */
const explanations = [
  /; (Expected (?:non-nullable )?type "[\w![\]]+" (?:not to be null|to be an object)\.)$/,
  /; (A DateTime must be [\w ,-]+\.)$/,
];

/** graphql-js's messages that quote values of a document, and the reduced form of each. */
const reductions: readonly [RegExp, string][] = [
  // The token's kind suffices; its place is in the error's locations.
  [/^(Syntax Error: .*?(?:found|Unexpected) [A-Z]\w*) ".*$/s, '$1.'],
  [/^(Syntax Error: (?:Invalid|Cannot|Unexpected character)[^:".]*).*$/s, '$1.'],
  [/^(Variable "\$\w{1,40}" got) invalid value .*$/s, '$1 an invalid value.'],
  [/^(Expected value of type "[\w![\]]+"), found .*$/s, '$1.'],
  [/^(.{0,80}? cannot represent [\w -]*?value): .*$/s, '$1.'],
  [/^Unknown operation named .*$/s, 'operationName names no operation of the document.'],
];

/** The longest name outside the schema that a message may quote. Keys are longer, or have digits. */
const NAME_MAX = 40;

/**
 * Removes all values from one of graphql-js's messages. It quotes literals, variables and unknown names, and a card
 * number or secret in the wrong place must not be echoed or reach a log.
 */
export function withoutValues(message: string, schema: GraphQLSchema): string {
  const names = namesIn(schema);
  const explanation = explanations.map((pattern) => pattern.exec(message)?.[1]).find(Boolean);
  const reduced = reductions.reduce((text, [pattern, rest]) => text.replace(pattern, rest), message);
  const explained = explanation && reduced !== message ? `${reduced} ${explanation}` : reduced;
  return explained
    .replace(/"((?:[^"\\]|\\.)*)"/g, (quoted, text: string) => (isHarmless(text, names) ? quoted : '"…"'))
    .replace(/[\w-]*\d{6,}[\w-]*/g, '…');
}

/** Whether a quoted text is punctuation, or made only of schema names or plain words. */
function isHarmless(text: string, names: ReadonlySet<string>): boolean {
  if (/^[^\w\s]{1,3}$/.test(text)) return true;
  const words = text.replace(/^[$@]/, '').split(/[.![\]]+/);
  return words.every((word) => {
    if (word === '' || names.has(word)) return true;
    return word.length <= NAME_MAX && /^[A-Za-z_]+$/.test(word);
  });
}
