import type { Context, KeyKind } from '../foundation/context.ts';
import type { ProblemCode } from '../foundation/errors.ts';
import type { Requirement } from '../foundation/permissions.ts';
import { type DescribedClass, nounOf, resourceOf } from '../model/index.ts';
import type { Row } from '../reads/index.ts';

/**
 * The description of an operation for both APIs. Each API adds only its form: a path and an example, or a field and a
 * payload.
 */
export interface OperationDescription extends Requirement {
  /** The operation id in OpenAPI, and the name of the mutation. */
  readonly name: string;
  readonly kind: 'write' | 'read' | 'handled' | 'retrieve' | 'list';
  /** Title for a table of contents. */
  readonly summary: string;
  /** Description. Write fields by their specification names, in backticks: GraphQL shows them in camelCase. */
  readonly about: string;
  /**
   * The kinds of key that may call it. An API key acts for its merchant, the admin key for the merchant given in the
   * request.
   */
  readonly keys: readonly KeyKind[];
  /** True if only signed-in people may call it, because it requires a person's decision. */
  readonly byPersons?: true;
  /** Specification names of the identifiers of its object. */
  readonly ids: readonly string[];
  /** The class of its input. */
  readonly input?: DescribedClass;
  /** The resource, or other described class, that it returns. */
  readonly target: DescribedClass;
  /**
   * True if it acts for one merchant although `target` is not a merchant's resource. The admin key must name the
   * merchant.
   */
  readonly ofMerchant?: true;
  /** The fields visible to a customer's key; required if `keys` has such a kind and `target` is a resource. */
  readonly customerFields?: ReadonlySet<string>;
  /** Error codes in addition to those of every operation. */
  readonly problems: readonly ProblemCode[];
  /** True if allowed for a suspended merchant: it returns money, ends a process or erases data. */
  readonly evenIfSuspended?: true;
  /** The only API with the operation, and the reason for its absence in the other. */
  readonly only?: { readonly face: 'rest' | 'graphql'; readonly because: string };
}

/** The result of a command: the changed object, and values that are returned only once. */
export interface CommandResult {
  readonly id: string;
  /** Shown instead of the stored object: a deleted object, or a value that is not a resource. */
  readonly snapshot?: Row;
  /** Fields of the object that only this response contains. */
  readonly oneTime?: Row;
  /** Secrets, which are not stored: in a replayed response they are null. */
  readonly oneTimeTexts?: Readonly<Record<string, string>>;
}

/** A secret returned once, in addition to the object. */
export interface OneTimeText {
  readonly name: string;
  readonly about: string;
}

/** An operation that makes changes by a command. */
export interface WriteOperation<Input = unknown> extends OperationDescription {
  readonly kind: 'write';
  /** True if it creates an object of a merchant: the admin key must name the merchant. */
  readonly creates?: true;
  /** True if it may call a connector, which must not happen within a transaction. */
  readonly callsConnector?: true;
  /** True if it spans transactions without calling a connector, for example for a look-up between them. */
  readonly spansTransactions?: true;
  readonly oneTimeText?: OneTimeText;
  /** Runs the command. `ids` are the values of {@link OperationDescription.ids}, in order. */
  readonly perform: (ctx: Context, ids: readonly string[], input: Input) => Promise<CommandResult>;
}

/** An operation that reads data other than a resource's rows. */
export interface ReadOperation<Input = unknown, Found = unknown> extends OperationDescription {
  readonly kind: 'read';
  /** True if it returns a whole list of `target`. */
  readonly many?: true;
  /** @returns null if the object does not exist. */
  readonly find: (ctx: Context, ids: readonly string[], input: Input) => Promise<Found | null>;
}

/** An operation that retrieves or lists a resource's objects, carried out by the reads. */
export interface ResourceOperation<Kind extends 'retrieve' | 'list'> extends OperationDescription {
  readonly kind: Kind;
}

type InputOf<Input> = Input extends DescribedClass ? Input['prototype'] : undefined;

/** The parameters of a command after the context: the identifiers in order, then the input. */
type Values<Ids extends readonly string[], Input> = [
  ...{ [Index in keyof Ids]: string },
  ...(Input extends DescribedClass ? [input: Input['prototype']] : []),
];

type Defaulted = 'name' | 'kind' | 'keys' | 'ids' | 'input' | 'problems';

interface Defaults<Ids, Input> {
  readonly keys?: readonly KeyKind[];
  readonly ids?: Ids;
  readonly input?: Input;
  readonly problems?: readonly ProblemCode[];
}

type WriteDescription<Ids extends readonly string[], Input, Result> = Omit<
  WriteOperation,
  Defaulted | 'perform'
> &
  Defaults<Ids, Input> & {
    /** The command. It returns the identifier of the object if it creates one. */
    readonly run: (ctx: Context, ...values: Values<Ids, Input>) => Promise<Result>;
    /** The object to show; by default the object with the returned identifier, or else with the first of `ids`. */
    readonly shows?: (result: Result, id: string, input: InputOf<Input>) => CommandResult;
  };

type ReadDescription<Ids extends readonly string[], Input, Found> = Omit<ReadOperation, Defaulted | 'find'> &
  Defaults<Ids, Input> & {
    readonly run: (ctx: Context, ...values: Values<Ids, Input>) => Promise<Found | null>;
  };

const merchantAndOperator: readonly KeyKind[] = ['api_key', 'admin_key'];

/** The name is the operation's key in {@link operationsByName}. */
const unnamed = { name: '', keys: merchantAndOperator, problems: [] } as const;

/** Describes an operation that makes changes. */
export function writeOperation<
  const Ids extends readonly string[] = [],
  Input extends DescribedClass | undefined = undefined,
  Result = unknown,
>({ run, shows, ...described }: WriteDescription<Ids, Input, Result>): WriteOperation<InputOf<Input>> {
  const perform = async (ctx: Context, ids: readonly string[], input: unknown) => {
    // Without a described input none is passed, because commands may have other optional parameters.
    const values = described.input ? [...ids, input] : ids;
    const result = await run(ctx, ...(values as unknown as Values<Ids, Input>));
    if (shows) return shows(result, ids[0]!, input as InputOf<Input>);
    return { id: typeof result === 'string' ? result : ids[0]! };
  };
  return { ...unnamed, ids: [], ...(described as object), kind: 'write', perform } as never;
}

/** Describes an operation that reads data other than a resource's rows. */
export function readOperation<
  const Ids extends readonly string[] = [],
  Input extends DescribedClass | undefined = undefined,
  Found = unknown,
>({ run, ...described }: ReadDescription<Ids, Input, Found>): ReadOperation<InputOf<Input>, Found> {
  const find = (ctx: Context, ids: readonly string[], input: unknown) =>
    run(ctx, ...([...ids, input] as unknown as Values<Ids, Input>));
  return { ...unnamed, ids: [], ...(described as object), kind: 'read', find } as never;
}

/** Describes an operation with a separate handler in each API, such as an export, an upload or a statistic. */
export const handledOperation = (
  described: Omit<OperationDescription, Defaulted | 'kind'> & Defaults<readonly string[], DescribedClass>,
): OperationDescription => ({ ...unnamed, ids: [], ...described, kind: 'handled' });

type Told = Partial<
  Pick<OperationDescription, 'summary' | 'about' | 'keys' | 'customerFields' | 'problems' | 'only'>
>;

/** Describes the retrieval of one object of a resource. */
export function retrieveOperation(target: DescribedClass, told: Told = {}): ResourceOperation<'retrieve'> {
  const { id, reach, reads: permission } = resourceOf(target);
  const noun = withArticle(nounOf(target));
  const texts = { summary: `Retrieve ${noun}`, about: `Retrieves ${noun}.` };
  return { ...unnamed, ...texts, kind: 'retrieve', ids: [id], target, permission, reach, ...told };
}

/** Describes the list of a resource's objects. */
export function listOperation(target: DescribedClass, told: Told = {}): ResourceOperation<'list'> {
  const { from, reach, reads: permission } = resourceOf(target);
  const nouns = pluralOf(nounOf(target));
  const texts = { summary: `List ${nouns}`, about: `Lists ${nouns}, ${from} first.` };
  const problems = ['parameters_exclusive', 'resource_not_found'] as const;
  return { ...unnamed, ...texts, kind: 'list', ids: [], target, permission, reach, problems, ...told };
}

const withArticle = (noun: string) => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
const pluralOf = (noun: string) => noun.replace(/(?<![aeiou])y$/, 'ie').concat('s');

/** Names the operations of a resource after their keys. */
export function operationsByName<Operations extends Record<string, OperationDescription>>(
  operations: Operations,
): Operations {
  const named = Object.entries(operations).map(([name, operation]) => [name, { ...operation, name }]);
  return Object.freeze(Object.fromEntries(named));
}
