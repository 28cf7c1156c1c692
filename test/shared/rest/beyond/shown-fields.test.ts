import { isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { allResources, fieldsOf, graphqlName } from '../../../../src/core/model/index.ts';
import { addedFields, restFields } from '../../../../src/core/model/rest-view.ts';
import { graphqlSchema } from '../../../../src/graphql/schema.ts';
import { info } from '../../../../src/rest/openapi/about.ts';

const about = info.description.match(/what GraphQL computes: ([\s\S]*?)\.\n/)![1]!;
const named = new Set([...about.matchAll(/`(\w+)`/g)].map(([, name]) => name!));

test('REST beyond the specification shows the same fields as GraphQL, except as OpenAPI states', () => {
  const leftOut = new Set<string>();
  for (const { target } of allResources()) {
    const type = graphqlSchema().getType(target.name);
    if (!isObjectType(type)) throw new Error(`GraphQL has no type ${target.name}.`);
    const shown = new Set([...restFields(target, 'full'), ...addedFields(target)].map(graphqlName));
    const isRelated = (name: string) =>
      fieldsOf(target).some(
        (field) => graphqlName(field) === name && (field.kind === 'children' || field.kind === 'reference'),
      );
    for (const name of Object.keys(type.getFields())) {
      if (!shown.has(name) && name !== 'id' && !isRelated(name)) leftOut.add(name);
    }
  }
  expect([...leftOut].sort()).toEqual([...named].sort());
});
