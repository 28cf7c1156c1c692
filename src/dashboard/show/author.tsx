import { asWords } from '../data/words.ts';

interface AuthorProps {
  readonly of: {
    readonly authorType?: string | null;
    readonly authorId?: string | null;
    readonly authorName?: string | null;
  };
}

/** The author, by name, or by kind without a name. */
export function Author({ of: { authorId, authorName, authorType } }: AuthorProps) {
  if (!authorType) return <>Not recorded</>;
  if (authorType === 'publishable_key' || authorType === 'ephemeral_key') return <>The customer</>;
  const name = authorName ?? authorId;
  if (!name) return <>{asWords(authorType)}</>;
  return <>{authorType === 'person' ? name : `${name} (${asWords(authorType)})`}</>;
}
