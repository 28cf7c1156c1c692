import { type Shape, unknown } from '../../../core/request-log/shapes.ts';
import { figure } from '../../../core/request-log/texts.ts';
import { type Alias, type AliasTree, isOtherForm } from './aliases.ts';

/** The shape of a request, with its aliases: an alias is shown in the request log as the field that it stands for. */
export function shapeWithAliases(shape: Shape, { here, within }: AliasTree): Shape {
  const member = (name: string): Shape | undefined => {
    const own = shape.member?.(name);
    const inside = within.get(name);
    if (own) return inside && own.member ? shapeWithAliases(own, inside) : own;
    const alias = here.get(name);
    return alias && shapeOfAlias(shape, alias);
  };
  return { ...shape, member };
}

function shapeOfAlias(shape: Shape, alias: Alias): Shape {
  if (isOtherForm(alias) || 'reads' in alias) return unknown;
  if ('of' in alias) return shapeAt(shape, alias.of);
  if ('equals' in alias) return shapeAt(shape, alias.equals);
  return 'path' in alias ? { shown: figure } : unknown;
}

const shapeAt = (shape: Shape, path: string): Shape =>
  path.split('.').reduce<Shape>((at, name) => at.member?.(name) ?? unknown, shape);
