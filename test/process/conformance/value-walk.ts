import ts from 'typescript-6';
import { inSources } from './core-program.ts';

type Code = ts.FunctionLikeDeclaration;

const isCode = (node: ts.Node | undefined): node is Code =>
  node !== undefined &&
  (ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isMethodDeclaration(node));

/**
 * The files on the path of one function parameter through the calls that receive it, in order: itself, parts of it, and
 * objects built with it. A function is read once, and visited again at each later call. For a function that returns an
 * object, the object's functions are read after it.
 */
export function valueWalk(program: ts.Program, start: ts.FunctionDeclaration, parameter: string): string[] {
  const checker = program.getTypeChecker();
  const files: string[] = [];
  const read = new Set<Code>();
  /** The parameters that a maker's function passes to each function of its object, by name. */
  const handedByName = new Map<string, Set<number>>();

  const enter = (file: string): void => {
    if (files.at(-1) !== file) files.push(file);
  };

  function resolve(callee: ts.Expression): ts.Symbol | undefined {
    const named = checker.getSymbolAtLocation(callee);
    return named && named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named;
  }

  function functionsOf(callee: ts.Expression): readonly Code[] {
    const declaration = resolve(callee)?.valueDeclaration;
    if (!declaration || !inSources(declaration).startsWith('core/')) return [];
    if (ts.isFunctionDeclaration(declaration)) return [declaration];
    const initializer = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
    if (isCode(initializer)) return [initializer];
    return [];
  }

  /** Visits a function of an object that another function built: the maker once, then the object's function. */
  function visitMade(callee: ts.Expression, handed: ReadonlySet<number>): void {
    const made = resolve(callee)?.valueDeclaration;
    if (!made || !ts.isVariableDeclaration(made) || !inSources(made).startsWith('core/')) return;
    const { initializer } = made;
    const [row] = initializer && ts.isCallExpression(initializer) ? initializer.arguments : [];
    if (!row || !ts.isObjectLiteralExpression(row)) return;
    enter(inSources(row));
    for (const maker of functionsOf((initializer as ts.CallExpression).expression))
      for (const returned of returnedBy(maker)) if (!read.has(returned)) visit(returned, handed);
    for (const property of row.properties) {
      const taken = handedByName.get(property.name!.getText());
      const value = ts.isPropertyAssignment(property) ? property.initializer : property;
      const codes = isCode(value) ? [value] : ts.isIdentifier(value) ? functionsOf(value) : [];
      if (taken) for (const code of codes) visit(code, taken);
    }
  }

  function visit(code: Code, taken: ReadonlySet<number>): void {
    enter(inSources(code));
    if (read.has(code)) return;
    read.add(code);
    const known = new Set<ts.Symbol>();
    const learn = (name: ts.BindingName): void => {
      if (ts.isIdentifier(name)) known.add(checker.getSymbolAtLocation(name)!);
      else for (const element of name.elements) if (ts.isBindingElement(element)) learn(element.name);
    };
    code.parameters.forEach(({ name }, place) => {
      if (taken.has(place)) learn(name);
    });
    const holds = (node: ts.Node): boolean => {
      if (ts.isIdentifier(node)) return known.has(checker.getSymbolAtLocation(node)!);
      if (ts.isShorthandPropertyAssignment(node))
        return known.has(checker.getShorthandAssignmentValueSymbol(node)!);
      if (ts.isPropertyAssignment(node)) return holds(node.initializer);
      if (ts.isObjectLiteralExpression(node)) return node.properties.some(holds);
      return 'expression' in node && !ts.isCallExpression(node) && holds(node.expression as ts.Node);
    };
    const walk = (node: ts.Node): void => {
      ts.forEachChild(node, walk);
      if (ts.isVariableDeclaration(node) && node.initializer && holds(node.initializer)) learn(node.name);
      if (!ts.isCallExpression(node)) return;
      const handed = new Set(node.arguments.flatMap((argument, place) => (holds(argument) ? [place] : [])));
      if (handed.size === 0) return;
      if (ts.isPropertyAccessExpression(node.expression)) handedByName.set(node.expression.name.text, handed);
      for (const callee of functionsOf(node.expression)) visit(callee, handed);
      visitMade(node.expression, handed);
    };
    if (code.body) walk(code.body);
  }

  const place = start.parameters.findIndex(({ name }) => name.getText() === parameter);
  if (place < 0) throw new Error(`${start.name?.text} has no parameter ${parameter}.`);
  visit(start, new Set([place]));
  return files;
}

/** The functions that a function returns. */
function returnedBy({ body }: Code): readonly Code[] {
  if (!body || !ts.isBlock(body)) return isCode(body) ? [body] : [];
  return body.statements.flatMap((statement) =>
    ts.isReturnStatement(statement) && isCode(statement.expression) ? [statement.expression] : [],
  );
}
