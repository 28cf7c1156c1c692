import type { JsonSchema } from './json-schema.ts';

/**
 * A schema whose nested objects are definitions of their own, each once, so that a compiler makes a function of each. As one
 * function the input of a payment has 1.3 MB of code: V8 takes 170 MB of memory to optimize it, most of which stays
 * with the process, and no collection can begin meanwhile. The alternatives of a union stay where they are.
 */
export function separateObjects(schema: JsonSchema): JsonSchema {
  const definitions: Record<string, JsonSchema> = {};
  const names = new Map<string, string>();
  const separate = (part: JsonSchema): JsonSchema => {
    const whole = withMembers(part);
    if (!part.properties) return whole;
    const text = JSON.stringify(whole);
    const name = names.get(text) ?? `object_${names.size}`;
    names.set(text, name);
    definitions[name] = whole;
    return { $ref: `#/$defs/${name}` };
  };
  const withMembers = (part: JsonSchema): JsonSchema => ({
    ...part,
    ...(part.properties ? { properties: eachOf(part.properties as Members, separate) } : {}),
    ...(part.items ? { items: separate(part.items as JsonSchema) } : {}),
  });
  return { ...withMembers(schema), $defs: definitions };
}

type Members = Readonly<Record<string, JsonSchema>>;

const eachOf = (members: Members, change: (member: JsonSchema) => JsonSchema): Members =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(member)]));
