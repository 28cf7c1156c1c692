import { type DocumentNode, type GraphQLSchema, isEnumType, Kind, parse, print, visit } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { RequestContent, RequestShapes } from '../core/request-log/log-requests.ts';
import { errorShape, type Shape, shapeWithMembers, unknown } from '../core/request-log/shapes.ts';
import { CONCEALED, figure, number } from '../core/request-log/texts.ts';
import { answerShape, variablesShape } from './logged-shapes.ts';

interface LoggedDocument {
  /** The document without the values written in it. */
  readonly text: string;
  readonly shapes: RequestShapes;
}

const enumNames = new WeakMap<GraphQLSchema, ReadonlySet<string>>();

/** The values of all enums: any other word in the place of one is the caller's. */
function enumNamesIn(schema: GraphQLSchema): ReadonlySet<string> {
  let names = enumNames.get(schema);
  if (!names) {
    const types = Object.values(schema.getTypeMap()).filter(isEnumType);
    names = new Set(types.flatMap((type) => type.getValues().map(({ name }) => name)));
    enumNames.set(schema, names);
  }
  return names;
}

const concealedValue = { kind: Kind.STRING, value: CONCEALED } as const;

function withoutLiterals(document: DocumentNode, schema: GraphQLSchema): string {
  const isKnown = (name: string) => enumNamesIn(schema).has(name);
  const shown = visit(document, {
    StringValue: () => concealedValue,
    IntValue: () => concealedValue,
    FloatValue: () => concealedValue,
    EnumValue: ({ value }) => (isKnown(value) ? undefined : concealedValue),
  });
  return print(shown);
}

/** Numbers that the service computes, under its own names. */
const numbers: Shape = { shown: number, member: () => numbers };
const errors = shapeWithMembers(
  { extensions: errorShape, locations: numbers, path: { shown: figure } },
  errorShape,
);

function readDocument(query: string, schema: GraphQLSchema): LoggedDocument {
  try {
    const document = parse(query, { noLocation: true, maxTokens: 20_000 });
    const response = shapeWithMembers({ data: answerShape(document, schema), errors, extensions: numbers });
    const body = variablesShape(document, schema);
    return { text: withoutLiterals(document, schema), shapes: { query: unknown, body, response } };
  } catch {
    return unreadable;
  }
}

const unreadable: LoggedDocument = {
  text: CONCEALED,
  shapes: { query: unknown, body: unknown, response: shapeWithMembers({ errors, extensions: numbers }) },
};

/**
 * The logged content of GraphQL requests: variables by the fields of inputs that they fill, responses by the fields that
 * their names stand for, and documents without the values written in them.
 */
export function contentLogger(
  schema: GraphQLSchema,
): (request: Readonly<Record<string, unknown>>) => RequestContent {
  // Documents are few, and repeated.
  const documents = new LRUCache<string, LoggedDocument>({ max: 500 });
  return ({ query, variables }) => {
    if (typeof query !== 'string') return { body: variables, shapes: unreadable.shapes };
    const document = documents.get(query) ?? readDocument(query, schema);
    documents.set(query, document);
    return { body: variables, document: document.text, shapes: document.shapes };
  };
}
