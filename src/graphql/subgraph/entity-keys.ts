import { allResources, fieldOf, graphqlName, type ResourceDescription } from '../../core/model/index.ts';

let byType: ReadonlyMap<string, ResourceDescription> | undefined;

/** The resources, which other services may refer to, by the names of their types. */
export function entityTypes(): ReadonlyMap<string, ResourceDescription> {
  byType ??= new Map(allResources().map((resource) => [resource.target.name, resource]));
  return byType;
}

/**
 * The fields that identify an object to those who do not know its global identifier: its own identifier, which is
 * unique within a merchant, after the merchant's.
 */
export function ownKey({ id, owned, target }: ResourceDescription): readonly string[] {
  const own = graphqlName(fieldOf(target, id));
  return owned ? ['merchantId', own] : [own];
}
