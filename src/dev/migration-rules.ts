/** Statements that break the running release, by the reason. */
const breaking: readonly (readonly [statement: RegExp, why: string])[] = [
  [/\bdrop (table|column|view|schema|type|sequence|function|trigger|policy)\b/, 'removes what is in use'],
  [/\btruncate\b/, 'removes what is in use'],
  [/\brename\b/, 'renames what is in use'],
  [
    /\balter (column )?\S+ (set data )?type\b/,
    'changes a type: the table is rewritten, and statements fail once',
  ],
  [/\bset not null\b/, 'refuses rows that the release before writes'],
  [
    /\badd (column )?(?!constraint\b)\S+ (?=[^;]*\bnot null\b)(?![^;]*\b(default|generated)\b)/,
    'refuses rows without it',
  ],
  [/\bdrop default\b/, 'refuses rows without it'],
  [
    /\badd (constraint|primary key|unique|check|foreign key)\b(?![^;]*\b(not valid|using index)\b)/,
    'checks every row under a lock',
  ],
  [/\bcreate (unique )?index\b(?! concurrently\b)/, 'blocks writes while it is built'],
];

/** The statements in a function run when it is called, not when it is defined. */
const withoutFunctionBody = (sql: string): string =>
  /^\s*create (or replace )?function\b/.test(sql) ? sql.replace(/\$(\w*)\$.*\$\1\$/, "''") : sql;

/** A table that a migration makes itself is used by nobody. */
const madeTables = (sql: string): string[] =>
  [...sql.matchAll(/\bcreate table (?:if not exists )?"?([\w.]+)"?/g)].map(([, table]) => table!);

/** The tables that statements lock against everybody until the migration ends. */
const lockedTables = (statements: readonly string[]): ReadonlySet<string> =>
  new Set(
    statements
      .filter((text) => !/\bvalidate constraint\b/.test(text))
      .flatMap((text) => /^\s*alter table (?:only )?"?([\w.]+)"?/.exec(text)?.[1] ?? []),
  );

/** Why a migration's statements would break the release that runs while they are applied; empty if they expand. */
export function contractions(statements: readonly string[]): string[] {
  const all = statements.map((text) =>
    withoutFunctionBody(text.toLowerCase().replace(/--.*$/gm, '').replace(/\s+/g, ' ')),
  );
  // No statement of a release names a trigger: another may take its place.
  const replacesTriggers = all.some((text) => /\bcreate trigger\b/.test(text));
  const made = madeTables(all.join(';'));
  const isOfMade = (text: string) =>
    made.some((table) => new RegExp(`\\b(alter table|on) (only )?"?${table}"?[ (]`).test(text));
  const used = all
    .flatMap((text) => text.split(';'))
    .filter((text) => !/^\s*create table\b/.test(text) && !isOfMade(text))
    .filter((text) => !(replacesTriggers && /^\s*drop trigger\b/.test(text)));
  const locked = [...lockedTables(used)];
  return [
    ...used.flatMap((text) =>
      breaking.flatMap(([pattern, why]) => (pattern.test(text) ? [`${text.trim()}: ${why}`] : [])),
    ),
    ...(locked.length > 1 ? [`${locked.join(', ')}: locked at once, requests would be in the way`] : []),
  ];
}
