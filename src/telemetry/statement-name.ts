const write = /\b(insert into|update|delete from)\s+"?(\w+)/i;
const read = /\bselect\b.*?\bfrom\s+"?(\w+)/is;
/** Further on there is nothing that a name is made of. The ORM writes values into its statements. */
const READ_MAX = 16_000;

/** Names a statement by what it does to which table, such as `select payments`: its text may hold values. */
export function statementName(text: string): string {
  const start = text.slice(0, READ_MAX).trimStart();
  const first = /^\w+/.exec(start)?.[0].toLowerCase() ?? '';
  // A statement may write in one of several parts.
  const [, verb, table] = (first === 'select' ? null : write.exec(start)) ?? [];
  if (verb) return `${verb.split(' ')[0]!.toLowerCase()} ${table!.toLowerCase()}`;
  if (first === 'select' || first === 'with')
    return `select ${read.exec(start)?.[1]?.toLowerCase() ?? ''}`.trimEnd();
  return ['begin', 'commit', 'rollback'].includes(first) ? first : 'statement';
}
