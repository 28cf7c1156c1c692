import type { DescribedClass } from '../core/model/index.ts';
import type { RequestShapes } from '../core/request-log/log-requests.ts';
import { errorShape, type Shape, shapeOf, shapeWithMembers, unknown } from '../core/request-log/shapes.ts';
import { CONCEALED, number } from '../core/request-log/texts.ts';
import type { AliasTable } from './dialects/hyperswitch/aliases.ts';
import { shapeWithAliases } from './dialects/hyperswitch/logged.ts';
import type { Operation } from './operation.ts';
import type { ResponseShape } from './response-shapes.ts';

const flag: Shape = { shown: (value) => (typeof value === 'boolean' ? value : CONCEALED) };

/** The members of a query, whose lists may be written `status[]`. */
function queryShape(query: DescribedClass, aliases: AliasTable | undefined): Shape {
  const { member } = requestShape(query, aliases);
  return { member: (name) => member!(name.replace(/\[\d{0,4}\]$/, '')) };
}

const requestShape = (target: DescribedClass, aliases: AliasTable | undefined): Shape => {
  const shape = shapeOf(target, 'request');
  return aliases ? shapeWithAliases(shape, aliases.tree) : shape;
};

/** The members of a response beside its objects. A secret that is shown once has an unknown shape. */
function answerShape({ marks = [], shape, target }: ResponseShape): Shape {
  const objects = shapeOf(target, 'response');
  const marked = Object.fromEntries(marks.map((name) => [name, flag]));
  const ofPages = {
    data: objects,
    size: { shown: number },
    total_count: { shown: number },
    has_more: flag,
  };
  const isPage = shape === 'page' || shape === 'pages' || shape === 'counted';
  const others = { ...(isPage ? ofPages : {}), ...marked, error: errorShape };
  return shapeWithMembers(others, isPage ? undefined : objects);
}

const known = new WeakMap<Operation, RequestShapes>();

/** The shapes of an operation's requests and responses, from their descriptions. */
export function loggedShapes(operation: Operation): RequestShapes {
  let shapes = known.get(operation);
  if (!shapes) {
    const { aliases, body, query, response } = operation;
    shapes = {
      query: query ? queryShape(query, aliases?.query) : unknown,
      body: body ? requestShape(body, aliases?.body) : unknown,
      response: answerShape(response),
    };
    known.set(operation, shapes);
  }
  return shapes;
}
