import ts from 'typescript-6';
import { declarationIn, inSources, nodesOf } from './core-program.ts';

/** The members of connectors' inputs, as `Owner.member`, and the members that a connector reads. */
interface PortMembers {
  readonly all: ReadonlySet<string>;
  readonly read: ReadonlySet<string>;
}

/** Walks the parameters of every method of `Connector`, at any depth, and the code of all connectors. */
export function portMembers(program: ts.Program): PortMembers {
  const checker = program.getTypeChecker();
  const names = new Map<ts.Declaration, string>();
  const seen = new Set<ts.Type>();

  function collect(given: ts.Type, from: string): void {
    const type = checker.getNonNullableType(given);
    if (seen.has(type)) return;
    seen.add(type);
    if (type.isUnionOrIntersection()) for (const part of type.types) collect(part, from);
    for (const argument of checker.getTypeArguments(type as ts.TypeReference)) collect(argument, from);
    for (const argument of type.aliasTypeArguments ?? []) collect(argument, from);
    if (type.isUnionOrIntersection()) return;
    for (const property of type.getProperties()) {
      const declaration = property.declarations?.[0];
      if (!declaration || !inSources(declaration).startsWith('core/')) continue;
      const { parent } = declaration;
      const owner = ts.isInterfaceDeclaration(parent) ? parent.name.text : from;
      for (const each of property.declarations!) names.set(each, `${owner}.${property.name}`);
      collect(checker.getTypeOfSymbol(property), `${owner}.${property.name}`);
    }
  }

  const connector = declarationIn(program, 'core/foundation/ports/connector.ts', 'Connector');
  for (const method of (connector as ts.InterfaceDeclaration).members.filter(ts.isMethodSignature))
    for (const parameter of method.parameters)
      collect(checker.getTypeAtLocation(parameter), method.name.getText());

  const read = new Set<string>();
  function note(given: ts.Type, name: string): void {
    const type = checker.getNonNullableType(given);
    if (type.isUnion()) for (const part of type.types) note(part, name);
    for (const declaration of type.getProperty(name)?.declarations ?? []) {
      const member = names.get(declaration);
      if (member) read.add(member);
    }
  }
  for (const file of program.getSourceFiles().filter((one) => inSources(one).startsWith('connectors/'))) {
    for (const node of nodesOf(file)) {
      if (ts.isPropertyAccessExpression(node))
        note(checker.getTypeAtLocation(node.expression), node.name.text);
      if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent))
        note(checker.getTypeAtLocation(node.parent), (node.propertyName ?? node.name).getText());
    }
  }
  return { all: new Set(names.values()), read };
}
