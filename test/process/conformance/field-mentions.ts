import path from 'node:path';
import {
  isBinaryExpression,
  isBindingElement,
  isClassDeclaration,
  isIdentifier,
  isPropertyAccessExpression,
  isPropertyDeclaration,
  isStringLiteral,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';
import { API, type Checker } from 'typescript/unstable/sync';

const root = path.resolve(import.meta.dirname, '../../..');
const project = path.join(root, 'tsconfig.json');
const sources = path.join(root, 'src/');
/** Where fields are described or generated, but not acted on. */
const describing = /-inputs?\.ts$|^dev\/|^database\/migrations\//;
const assignments = new Set([SyntaxKind.EqualsToken, SyntaxKind.QuestionQuestionEqualsToken]);
/** Templates contain SQL and names built from parts. */
const templates = new Set([
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateHead,
  SyntaxKind.TemplateMiddle,
  SyntaxKind.TemplateTail,
]);

/** The places in the product that read a field, set it, or name it, such as a query's condition. */
export interface Mentions {
  readonly reads: ReadonlySet<string>;
  readonly sets: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

/** The mentions of each field. */
export interface FieldMentions {
  /** By `Class.field`. */
  readonly byField: ReadonlyMap<string, Mentions>;
  /** The classes of the product. */
  readonly classes: ReadonlySet<string>;
  /** Whether a field is mentioned without type information: as a column of a row, or in a template. */
  isNamedElsewhere(name: string): boolean;
}

const inProduct = (node: Node): string => path.relative(sources, node.getSourceFile().fileName);
const placeOf = (node: Node): string => `${inProduct(node)}:${node.getStart()}`;

/** How a reference mentions a field; null if it only excludes the field from an object's rest. */
function mentionOf({ parent }: Node): keyof Mentions | null {
  if (isPropertyDeclaration(parent)) return null;
  if (isBindingElement(parent)) return parent.name?.getText().startsWith('_') ? null : 'reads';
  if (!isPropertyAccessExpression(parent)) return 'names';
  const { parent: outer } = parent;
  const isTarget =
    isBinaryExpression(outer) && outer.left === parent && assignments.has(outer.operatorToken.kind);
  return isTarget ? 'sets' : 'reads';
}

function mentionsOf(checker: Checker, name: Node): Mentions {
  const found = { reads: new Set<string>(), sets: new Set<string>(), names: new Set<string>() };
  const references = checker
    .getReferencedSymbolsForNode(name, name.getStart())
    .flatMap((symbol) => symbol.references.map((reference) => reference.resolve()!));
  for (const node of references) {
    const file = inProduct(node);
    const mention = mentionOf(node);
    if (mention && !file.startsWith('..') && !describing.test(file)) found[mention].add(placeOf(node));
  }
  return found;
}

function visit(node: Node, see: (node: Node) => void): void {
  see(node);
  node.forEachChild((child) => visit(child, see));
}

/** Mentions by name only. Strings do not count where fields are described or picked. */
function namesOf(
  files: readonly SourceFile[],
  known: ReadonlySet<string>,
): FieldMentions['isNamedElsewhere'] {
  const names = new Set<string>();
  const words = new Set<string>();
  for (const file of files) {
    const isTaking = inProduct(file).startsWith('core/entities/') || file.text.includes('@Input(');
    visit(file, (node) => {
      if (isStringLiteral(node) && !isTaking) names.add(node.text);
      if (templates.has(node.kind)) for (const [word] of node.getText().matchAll(/\w*_\w+/g)) words.add(word);
      if (!isIdentifier(node)) return;
      const isMember = isPropertyAccessExpression(node.parent) || isBindingElement(node.parent);
      if (isMember && !known.has(placeOf(node))) names.add(node.text);
    });
  }
  const endings = [...words].filter((word) => word.startsWith('_'));
  return (name) => names.has(name) || words.has(name) || endings.some((ending) => name.endsWith(ending));
}

/**
 * Finds the mentions of each described field with TypeScript's own reference search. It uses types, so fields of the
 * same name are distinguished, and an input's field counts as its resource's.
 */
export function fieldMentions(): FieldMentions {
  const api = new API({ cwd: root });
  try {
    const { checker, program } = api.updateSnapshot({ openProjects: [project] }).getProject(project)!;
    const names = program.getSourceFileNames().filter((name) => name.startsWith(sources));
    const files = names.map((name) => program.getSourceFile(name)!);
    const byField = new Map<string, Mentions>();
    const classes = new Set<string>();
    for (const file of files) {
      file.forEachChild((declared) => {
        if (!isClassDeclaration(declared)) return;
        const className = declared.name!.getText();
        classes.add(className);
        for (const { name } of declared.members.filter(isPropertyDeclaration)) {
          byField.set(`${className}.${name.getText()}`, mentionsOf(checker, name));
        }
      });
    }
    const known = new Set(
      [...byField.values()].flatMap(({ names, reads, sets }) => [...names, ...reads, ...sets]),
    );
    const acting = files.filter((file) => !describing.test(inProduct(file)));
    return { byField, classes, isNamedElsewhere: namesOf(acting, known) };
  } finally {
    api.close();
  }
}
