import type { GraphQLResolveInfo } from 'graphql';
import type { ChildList, PageTexts } from '../../core/reads/index.ts';
import type { Count, PageInfo } from './connections.ts';

/** The columns and lists of rows that are read as texts. */
export interface TextProjection {
  readonly columns: readonly string[];
  readonly lists: readonly ChildList[];
}

/** A page as its connection's resolver returns it to a text plan. */
export interface TextPage {
  readonly texts: PageTexts;
  readonly pageInfo: () => PageInfo;
  readonly totalCount: number | null;
  readonly countAtMost: (limit: number) => Promise<Count>;
}

/** A plan's request to a connection's resolver; undefined if rows are wanted. */
export const textsWanted = (info: GraphQLResolveInfo): TextProjection | undefined =>
  (info as GraphQLResolveInfo & { readonly texts?: TextProjection }).texts;
