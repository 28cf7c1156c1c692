import { type DescribedClass, fieldAt, fieldsByName } from '../../../core/model/index.ts';
import {
  type JsonSchema,
  memberSchema,
  objectSchema,
  type SchemaComponents,
} from '../../../core/model/json-schema.ts';
import { type Alias, isOtherForm } from './aliases.ts';
import { aliasTableOf } from './dialect.ts';

/** The schema of an input in OpenAPI, with its aliases. */
export function withAliases(
  target: DescribedClass,
  schema: JsonSchema,
  components: SchemaComponents,
): JsonSchema {
  const byPath = aliasTableOf(target)?.byPath;
  if (!byPath) return schema;
  const aliases = [...byPath];
  const own = schema.properties as Record<string, JsonSchema>;
  const direct = aliases.filter(([path, alias]) => !path.includes('.') && !isOtherForm(alias));
  const members = Object.entries(own).map(([name, member]) => [name, withNested(name, member, aliases)]);
  const others = direct.map(([name, alias]) => {
    const other = aliasSchema(alias, (path) => memberSchema(fieldAt(target, path), components));
    return [name, fieldsByName(target).has(name) ? inEitherForm(own[name]!, other) : other];
  });
  return { ...schema, properties: Object.fromEntries([...members, ...others]) };
}

/** A member's schema with the aliases of the objects in it in its description: objects share their schemas with others. */
function withNested(
  name: string,
  schema: JsonSchema,
  aliases: readonly (readonly [path: string, alias: Alias])[],
): JsonSchema {
  const inside = aliases.filter(
    ([path, alias]) => path.startsWith(`${name}.`) || (path === name && isOtherForm(alias)),
  );
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
  if ('named' in alias) return 'may be the name of an alternative that requires no members.';
  if ('typedMembers' in alias) return 'may have members in the form `{type, value}`.';
  if ('words' in alias) return alias.words;
  const { description } = aliasSchema(alias, () => ({})) as { description: string };
  return `${description[0]!.toLowerCase()}${description.slice(1)}`;
}

/** A field that is also taken as `{type, data}`. */
const inEitherForm = (
  { description, ...tagged }: JsonSchema,
  { description: _, ...typed }: JsonSchema,
): JsonSchema => ({ description, anyOf: [typed, tagged] });

/**
 * The schema of an alias that is a member or a parameter of its own.
 *
 * @param schemaAt The schema of the field at a path.
 */
export function aliasSchema(alias: Alias, schemaAt: (path: string) => JsonSchema): JsonSchema {
  if (isOtherForm(alias)) return {};
  if ('reads' in alias) return { description: alias.words, ...alias.schema };
  if ('of' in alias) {
    const { beside, nulls = [], of } = alias;
    const nullTexts = nulls.map((text) => `\`${text}\``).join(', ');
    const schema = schemaAt(of);
    const description = `Alias of \`${of}\`.${nullTexts && ` ${nullTexts} means null.`}${beside ? ` Ignored without \`${beside}\`.` : ''}`;
    return nullTexts
      ? { description, anyOf: [schema, { type: 'string', enum: [...nulls] }] }
      : { ...schema, description };
  }
  if ('equals' in alias)
    return { ...schemaAt(alias.equals), description: `Must equal \`${alias.equals}\` if given.` };
  if ('byType' in alias) {
    const pairs = Object.entries(alias.byType).map(([type, path]) => `\`${path}\` for \`${type}\``);
    const properties = {
      type: { type: 'string', enum: Object.keys(alias.byType) },
      data: { anyOf: Object.values(alias.byType).map(schemaAt) },
    };
    return { description: `Alias of ${pairs.join(', ')}.`, ...objectSchema(properties, ['type', 'data']) };
  }
  if ('unused' in alias) return { description: `Ignored: ${alias.unused}` };
  if ('path' in alias)
    return { type: 'string', description: `Must match \`${alias.path}\` of the path if given.` };
  const conditions = alias.says.flatMap(({ beside = {}, value }) =>
    Object.entries(beside).map(([name, other]) => ` \`${value}\` only where \`${name}\` is ${other}.`),
  );
  return {
    description: `Changes nothing.${conditions.join('')}`,
    enum: alias.says.map(({ value }) => value),
  };
}
