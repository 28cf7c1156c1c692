import { Ctx, Query, Resolver } from 'type-graphql';
import { requireAccess } from '../../core/foundation/permissions.ts';
import { ImportPublicKeys, importPublicKeys } from '../../core/imports/import-keys.ts';
import { imports } from '../../core/operations/imports.ts';
import { type GraphqlContext, readingContext } from '../kit/context.ts';
import { queriesFor } from '../kit/queries.ts';
import { carriesOut } from '../kit/root-fields.ts';

@Resolver()
class ImportQueries {
  @carriesOut(imports.retrieveImportPublicKeys)
  @Query(() => ImportPublicKeys, { complexity: 5 })
  importPublicKeys(@Ctx() graphql: GraphqlContext): Promise<ImportPublicKeys> {
    const ctx = readingContext(graphql);
    requireAccess(ctx, imports.retrieveImportPublicKeys);
    return importPublicKeys(ctx);
  }
}

export const importResolvers = [
  ...queriesFor(imports.retrievePaymentMethodImport, imports.listPaymentMethodImports),
  ...queriesFor(imports.retrievePaymentMethodImportResult, imports.listPaymentMethodImportResults),
  ImportQueries,
];
