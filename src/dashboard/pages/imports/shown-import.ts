import type { FinanceImportPageQuery } from './finance-import-page.documents.ts';

/** An import as its page shows it. */
export type ShownImport = NonNullable<FinanceImportPageQuery['financeImport']>;
