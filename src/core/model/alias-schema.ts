import { type Alias, isOtherForm } from './description.ts';
import { type JsonSchema, objectSchema } from './json-schema.ts';

/** A member's schema, whose description has the aliases of the objects in it: objects share their schema with others. */
export function withNested(
  name: string,
  schema: JsonSchema,
  aliases: readonly (readonly [path: string, alias: Alias])[],
): JsonSchema {
  const inside = aliases.filter(([path]) => path === name || path.startsWith(`${name}.`));
  const sentences = inside.map(([path, alias]) => ` \`${path}\`: ${nestedSentence(alias)}`);
  return inside.length > 0
    ? { ...schema, description: `${schema.description}${sentences.join('')}` }
    : schema;
}

function nestedSentence(alias: Alias): string {
  if ('untagged' in alias) {
    return alias.untagged === true
      ? 'may have the members of one alternative itself, without its name.'
      : `may have the members of its \`${alias.untagged}\` itself.`;
  }
  if ('words' in alias) return alias.words;
  if ('named' in alias) return 'may be the name of an alternative that requires no members.';
  if ('typedMembers' in alias) return 'may have members in the form `{type, value}`.';
  const { description } = aliasSchema(alias, () => ({}));
  return `${(description as string)[0]!.toLowerCase()}${(description as string).slice(1)}`;
}

/** A field that is also taken as `{type, data}`. */
export const inEitherForm = (
  { description, ...tagged }: JsonSchema,
  { description: _, ...typed }: JsonSchema,
) => ({
  description,
  anyOf: [typed, tagged],
});

/** The schema of a parameter that is taken in place of fields, given those of the fields by their paths. */
export function aliasSchema(alias: Alias, schemaAt: (path: string) => JsonSchema): JsonSchema {
  if (isOtherForm(alias)) return {};
  if ('reads' in alias) return { description: alias.words, ...alias.schema };
  if ('of' in alias) {
    const nulls = alias.nulls?.length
      ? ` ${alias.nulls.map((text) => `\`${text}\``).join(', ')} means null.`
      : '';
    const schema = schemaAt(alias.of);
    const beside = alias.beside ? ` Not used without \`${alias.beside}\`.` : '';
    const description = `Another name of \`${alias.of}\`: give one of the two, or both with the same value.${nulls}${beside}`;
    return nulls
      ? { description, anyOf: [schema, { type: 'string', enum: [...alias.nulls!] }] }
      : { ...schema, description };
  }
  if ('equals' in alias) {
    return { ...schemaAt(alias.equals), description: `Has to equal \`${alias.equals}\` if it is given.` };
  }
  if ('byType' in alias) {
    const pairs = Object.entries(alias.byType).map(([type, path]) => `\`${path}\` for \`${type}\``);
    const properties = {
      type: { type: 'string', enum: Object.keys(alias.byType) },
      data: { anyOf: Object.values(alias.byType).map(schemaAt) },
    };
    return {
      description: `Another way to give ${pairs.join(', ')}: give one of the two, or both with the same value.`,
      ...objectSchema(properties, ['type', 'data']),
    };
  }
  if ('unused' in alias) return { description: `Accepted, and not used: ${alias.unused}` };
  if ('path' in alias)
    return { type: 'string', description: `Has to match \`${alias.path}\` of the path if it is given.` };
  const conditions = alias.says.flatMap(({ beside = {}, value }) =>
    Object.entries(beside).map(([name, other]) => ` \`${value}\` only where \`${name}\` is ${other}.`),
  );
  return {
    description: `Changes nothing: it may say what holds anyway.${conditions.join('')}`,
    enum: alias.says.map(({ value }) => value),
  };
}
