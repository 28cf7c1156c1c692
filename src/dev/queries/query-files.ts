import { format } from 'sql-formatter';
import { Problem } from '../../core/foundation/errors.ts';
import { PortMissing, type RecordedStatement, recordingContext, StatementRecorder } from './recorder.ts';
import { type StatementSource, statementSources } from './sources.ts';

/** The folder below `schema` of the files. */
export const QUERIES = 'queries';

const LINE_MAX = 110;

/** Joins the lines of simple values, such as columns, up to the length of a line. */
function joinValues(lines: readonly string[]): string[] {
  const joined: string[] = [];
  const isValue = (line: string | undefined) => line !== undefined && /^\s+[^\s()][^()]*,?$/.test(line);
  const indentOf = (line: string) => line.search(/\S/);
  for (const line of lines) {
    const last = joined.at(-1);
    const isNext = last?.endsWith(',') && isValue(line) && isValue(last) && indentOf(last) === indentOf(line);
    if (isNext && last!.length + line.trim().length < LINE_MAX)
      joined[joined.length - 1] = `${last} ${line.trim()}`;
    else joined.push(line);
  }
  return joined;
}

/** A statement with a line for each clause. */
const formatted = (text: string): string =>
  joinValues(format(text, { language: 'postgresql', tabWidth: 2 }).split('\n')).join('\n');

/** The statements of a source. A problem, such as a missing object, ends it. */
async function statementsOf({
  as,
  isQuery,
  name,
  send,
}: StatementSource): Promise<readonly RecordedStatement[]> {
  const recorder = new StatementRecorder();
  try {
    await send(recordingContext(recorder, as));
  } catch (error) {
    const isEnd = error instanceof Problem || (isQuery && error instanceof PortMissing);
    if (!isEnd) throw new Error(`The statements of ${name} cannot be recorded.`, { cause: error });
  }
  if (!isQuery && recorder.statements.length === 0) throw new Error(`${name} sends no statement.`);
  return recorder.statements;
}

/**
 * The files below `schema/queries`: the statements of the APIs and the jobs, made by their own code, each below its senders
 * and its function.
 */
export async function queryFiles(): Promise<Map<string, string>> {
  const files = new Map<string, Map<string, Set<string>>>();
  for (const source of statementSources()) {
    const statements = await statementsOf(source);
    for (const { madeBy, statement } of statements) {
      const { touches } = statements[0]!.statement;
      const table = touches === 'everything' ? undefined : (touches.reads?.[0] ?? touches.writes?.[0]);
      const file = `${QUERIES}/${source.file ?? table ?? 'others'}.sql`;
      const senders = files.get(file) ?? new Map<string, Set<string>>();
      files.set(file, senders);
      const text = formatted(statement.text);
      senders.set(text, (senders.get(text) ?? new Set()).add(`-- ${source.name}: ${madeBy}`));
    }
  }
  const contentOf = (statements: ReadonlyMap<string, ReadonlySet<string>>) =>
    [...statements].map(([text, senders]) => `${[...senders].join('\n')}\n${text};\n`).join('\n');
  return new Map([...files].map(([file, statements]) => [file, contentOf(statements)]));
}
