import { type GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';

/** Every name that a schema gives away by itself: types, fields, arguments, values and directives. */
export function namesIn(schema: GraphQLSchema): ReadonlySet<string> {
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
  return names;
}

/** How messages of GraphQL's own end where a value is wrong, as far as that end holds no value itself. */
const endings = [
  /; (Field "\w+" of required type "[\w![\]]+" was not provided\.)$/,
  /; (Field "\w+" is not defined by type "\w+"\.)(?: Did you mean [^?]*\?)?$/,
  /; (Expected (?:non-nullable )?type "[\w![\]]+" (?:not to be null|to be an object)\.)$/,
  /; (DateTime takes [\w ,-]+\.)$/,
];

/** Where GraphQL puts values into its messages, and what stays of the message there. */
const values: readonly [RegExp, string][] = [
  // A token's kind says enough; the place is in the error's locations.
  [/^(Syntax Error: .*?(?:found|Unexpected) [A-Z]\w*) ".*$/s, '$1.'],
  [/^(Syntax Error: (?:Invalid|Cannot|Unexpected character)[^:".]*).*$/s, '$1.'],
  [/^(Variable "\$\w{1,40}" got) (?:an )?invalid value .*$/s, '$1 an invalid value.'],
  [/^(Expected value of type "[\w![\]]+"), found .*$/s, '$1.'],
  [/^(.{0,80}? cannot represent [\w -]*?value): .*$/s, '$1.'],
  [/^Value ".*?" does not exist/s, 'Value "…" does not exist'],
  [/^Unknown operation named .*$/s, 'There is no operation of the name in operationName.'],
];

/** The longest name that a message may quote though the schema has none such; a slip of the pen is shorter. */
const SLIP_MAX = 20;

/**
 * A message of GraphQL's own, with every value in it taken out: GraphQL repeats literals, variables and names
 * that it does not know, and a card number or a secret in the wrong place must not come back or reach a log.
 */
export function withoutValues(message: string, names: ReadonlySet<string>): string {
  const ending = endings.map((end) => end.exec(message)?.[1]).find((end) => end !== undefined);
  let told = message;
  for (const [place, rest] of values) told = told.replace(place, rest);
  if (ending !== undefined && told !== message) told = `${told} ${ending}`;
  return told
    .replace(/"((?:[^"\\]|\\.)*)"/g, (quoted, text: string) => (isHarmless(text, names) ? quoted : '"…"'))
    .replace(/[\w-]*\d{6,}[\w-]*/g, '…');
}

/** True for what the schema says anyway, for punctuation, and for short words without digits. */
function isHarmless(text: string, names: ReadonlySet<string>): boolean {
  if (/^[^\w\s]{1,3}$/.test(text)) return true;
  const words = text.replace(/^[$@]/, '').split(/[.![\]]+/);
  return words.every((word) => names.has(word) || (word.length <= SLIP_MAX && /^[A-Za-z_]*$/.test(word)));
}
