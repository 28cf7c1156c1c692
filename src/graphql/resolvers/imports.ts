import { Ctx, Query, Resolver } from 'type-graphql';
import { PaymentMethodImport, PaymentMethodImportResult } from '../../core/entities/payment-method-import.ts';
import { permitted } from '../../core/foundation/permissions.ts';
import { ImportPublicKeys, importPublicKeys } from '../../core/imports/import-keys.ts';
import { type GraphqlContext, readingContext } from '../kit/context.ts';
import { queriesOf } from '../kit/queries.ts';

const imports = { permission: 'customers:write', reach: 'merchant' } as const;

@Resolver()
class ImportQueries {
  @Query(() => ImportPublicKeys, {
    description:
      'The public keys of the service, for files that are encrypted before they are imported. Takes the permission `customers:write`.',
    complexity: 5,
  })
  importPublicKeys(@Ctx() graphql: GraphqlContext): Promise<ImportPublicKeys> {
    return importPublicKeys(permitted(readingContext(graphql), imports));
  }
}

export const importResolvers = [
  queriesOf(PaymentMethodImport),
  queriesOf(PaymentMethodImportResult),
  ImportQueries,
];
