import type { FinanceImportPageQuery } from './import.documents.ts';

/** An import as its page shows it. */
export type ShownImport = NonNullable<FinanceImportPageQuery['financeImport']>;
