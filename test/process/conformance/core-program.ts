import path from 'node:path';
import ts from 'typescript-6';

const root = path.resolve(import.meta.dirname, '../../..');
const sources = path.join(root, 'src/');

/** The name of a file in src. */
export const inSources = (node: ts.Node): string => path.relative(sources, node.getSourceFile().fileName);

/** The types of the connectors and everything that they and webhooks use. */
export function coreProgram(): ts.Program {
  const project = ts.getParsedCommandLineOfConfigFile(
    path.join(root, 'tsconfig.json'),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
      },
    },
  )!;
  const entries = project.fileNames.filter((file) => file.startsWith(path.join(sources, 'connectors/')));
  entries.push(path.join(sources, 'core/outcomes/receive-webhook.ts'));
  return ts.createProgram(entries, { ...project.options, noEmit: true });
}

/** The declaration of a name in a file of src. */
export function declarationIn(program: ts.Program, file: string, name: string): ts.Declaration {
  const source = program.getSourceFile(path.join(sources, file));
  const found = source?.statements.find(
    (statement): statement is ts.FunctionDeclaration | ts.InterfaceDeclaration =>
      (ts.isFunctionDeclaration(statement) || ts.isInterfaceDeclaration(statement)) &&
      statement.name?.text === name,
  );
  if (!found) throw new Error(`${file} declares no ${name}.`);
  return found;
}

/** Every node in a subtree, including its root. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node;
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* nodesOf(child);
}
