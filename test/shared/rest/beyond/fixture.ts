import { ErrorMapping } from '../../../../src/core/entities/error-mapping.ts';
import { MerchantAccount } from '../../../../src/core/entities/merchant-account.ts';
import type { KeyKind } from '../../../../src/core/foundation/context.ts';
import { type DescribedClass, fieldOf, graphqlName, resourceOf } from '../../../../src/core/model/index.ts';
import type { RestView } from '../../../../src/core/model/rest-view.ts';
import { operations, specifiedOperations } from '../../../../src/rest/operations.ts';
import { scriptedConnector } from '../../../kit/scripted-connector.ts';
import { type ScriptedShop, scriptedShop } from '../../../kit/scripted-shop.ts';
import { test as base } from '../../../kit/test.ts';
import { restForm, selectionOf } from '../../faces/twin.ts';

/** The operations beyond the specification. */
export const beyond = operations.slice(specifiedOperations.length);
/** The kinds of key that need no payment. */
export const kinds: readonly KeyKind[] = ['api_key', 'publishable_key', 'admin_key'];

export const test = base
  .extend('serviceOptions', { scope: 'file' }, () => ({ connectors: [scriptedConnector().connector] }))
  .extend('merchant', { scope: 'file' }, ({ service }) => scriptedShop(service))
  .extend('stranger', { scope: 'file' }, ({ service }) => scriptedShop(service))
  .extend('keyOf', { scope: 'file' }, ({ merchant, service }) => (kind: KeyKind) => {
    return kind === 'admin_key'
      ? service.adminApiKey
      : kind === 'publishable_key'
        ? merchant.publishableKey
        : merchant.key;
  })
  /** An object as GraphQL shows it, in REST's form. */
  .extend(
    'twinOf',
    { scope: 'file' },
    ({ graphqlAs, service }) =>
      async (shop: ScriptedShop, target: DescribedClass, view: RestView, id: string) => {
        const one = target.name.charAt(0).toLowerCase() + target.name.slice(1);
        const idField = graphqlName(fieldOf(target, resourceOf(target).id));
        const isAdmins =
          target === ErrorMapping ||
          target === MerchantAccount ||
          resourceOf(target).reach === 'installation';
        const key = isAdmins ? service.adminApiKey : shop.key;
        const document = `query ($id: ID!) { ${one}(${idField}: $id) { ${selectionOf(target, view)} } }`;
        const data = await graphqlAs(key).data(document, { id });
        return restForm(target, view, data[one]);
      },
  );

/** A response to compare: JSON text may list its members in another order. */
export const comparable = (value: unknown) =>
  JSON.parse(JSON.stringify(value), (_name, member) =>
    typeof member === 'string' && member.startsWith('[{') ? JSON.parse(member) : member,
  );
