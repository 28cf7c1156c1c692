import type { Context, KeyKind } from '../foundation/context.ts';
import type { ProblemCode } from '../foundation/errors.ts';
import type { Requirement } from '../foundation/permissions.ts';
import { type DescribedClass, nounOf, resourceOf } from '../model/index.ts';
import type { Row } from '../reads/index.ts';

/**
 * An operation of the product, described once. REST adds a path and an example, GraphQL a field and a payload. Field names
 * in texts are the specification's, in backticks: GraphQL shows them in camelCase.
 */
export interface OperationDescription extends Requirement {
  /** The operation id in OpenAPI, and the name of the mutation. */
  readonly name: string;
  readonly kind: 'write' | 'read' | 'handled' | 'retrieve' | 'list';
  /** Title for a table of contents. */
  readonly summary: string;
  /** The description: its effect, its limits and its refusals. */
  readonly about: string;
  /** The kinds of key that may call it. An API key acts for its own merchant, the admin key for a merchant that it names. */
  readonly keys: readonly KeyKind[];
  /** True if only signed-in people may call it, for a decision that a key cannot make in their name. */
  readonly byPersons?: true;
  /** The specification's names of the identifiers of its object. */
  readonly ids: readonly string[];
  /** The class of its input. */
  readonly input?: DescribedClass;
  /** The resource, or other described class, that it returns. */
  readonly target: DescribedClass;
  /** True if it acts for one merchant, though `target` is no resource of a merchant. The admin key names the merchant. */
  readonly ofMerchant?: true;
  /** The fields that a customer's key sees; required if `keys` has such a kind and `target` is a resource. */
  readonly customerFields?: ReadonlySet<string>;
  /** Error codes in addition to those of every operation. */
  readonly problems: readonly ProblemCode[];
  /** True if it stays open to a suspended merchant: it returns money, ends something or erases data. */
  readonly evenIfSuspended?: true;
  /** The only API with the operation, and the reason why the other has none. */
  readonly only?: { readonly face: 'rest' | 'graphql'; readonly because: string };
}

/** The result of a command: the changed object, and values that only the first response contains. */
export interface CommandResult {
  readonly id: string;
  /** Shown in place of the stored object: a deleted object, or a value that is no resource. */
  readonly snapshot?: Row;
  /** Fields of the object that only this response contains. */
  readonly oneTime?: Row;
  /** Secrets, which are not stored: in a replayed response they are null. */
  readonly oneTimeTexts?: Readonly<Record<string, string>>;
}

/** A secret that the first response shows beside the object. */
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

/** An operation that reads a value that is not a row of a resource. */
export interface ReadOperation<Input = unknown, Found = unknown> extends OperationDescription {
  readonly kind: 'read';
  /** True if it returns a list of `target`, whole. */
  readonly many?: true;
  /**
   * @returns Null if the object does not exist.
   * @throws {Error} for the context of a write, which shows personal data whole.
   */
  readonly find: (ctx: Context, ids: readonly string[], input: Input) => Promise<Found | null>;
}

/** An operation that retrieves or lists objects of a resource. The resource's description is enough to carry it out. */
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

type Shows<Result> = Result extends object ? 'result' : never;

type WriteDescription<Ids extends readonly string[], Input, Result> = Omit<
  WriteOperation,
  Defaulted | 'perform'
> &
  Defaults<Ids, Input> & {
    /** The command. A command that creates an object returns its identifier. */
    readonly run: (ctx: Context, ...values: Values<Ids, Input>) => Promise<Result>;
    /**
     * Makes the result to show; by default the object with the returned identifier, or else with the first of `ids`.
     * `result` shows what the command returned: a value, or the last state of a deleted object.
     */
    readonly shows?: Shows<Result> | ((result: Result, id: string, input: InputOf<Input>) => CommandResult);
  };

type ReadDescription<Ids extends readonly string[], Input, Found> = Omit<ReadOperation, Defaulted | 'find'> &
  Defaults<Ids, Input> & {
    readonly run: (ctx: Context, ...values: Values<Ids, Input>) => Promise<Found | null>;
  };

const merchantAndOperator: readonly KeyKind[] = ['api_key', 'admin_key'];

/** The defaults of every operation. {@link operationsByName} sets the name. */
const defaults = { name: '', keys: merchantAndOperator, ids: [], problems: [] } as const;

/** Describes an operation that makes changes. */
export function writeOperation<
  const Ids extends readonly string[] = [],
  Input extends DescribedClass | undefined = undefined,
  Result = unknown,
>({ run, shows, ...described }: WriteDescription<Ids, Input, Result>): WriteOperation<InputOf<Input>> {
  const perform = async (ctx: Context, ids: readonly string[], input: unknown) => {
    // Without a described input, optional parameters of the command keep their defaults.
    const values = described.input ? [...ids, input] : ids;
    const result = await run(ctx, ...(values as unknown as Values<Ids, Input>));
    const id = ids[0] ?? '';
    if (shows === 'result') return { id, snapshot: { ...result } };
    if (shows) return shows(result, id, input as InputOf<Input>);
    return { id: typeof result === 'string' ? result : id };
  };
  return { ...defaults, ...(described as object), kind: 'write', perform } as never;
}

/** Describes an operation that reads a value that is not a row of a resource. */
export function readOperation<
  const Ids extends readonly string[] = [],
  Input extends DescribedClass | undefined = undefined,
  Found = unknown,
>({ run, ...described }: ReadDescription<Ids, Input, Found>): ReadOperation<InputOf<Input>, Found> {
  const find = (ctx: Context, ids: readonly string[], input: unknown) => {
    if (ctx.purpose) throw new Error('A read needs the context of its caller.');
    return run(ctx, ...([...ids, input] as unknown as Values<Ids, Input>));
  };
  return { ...defaults, ...(described as object), kind: 'read', find } as never;
}

/** Describes an operation with a separate handler in each API, such as an export, an upload or a statistic. */
export const handledOperation = (
  described: Omit<OperationDescription, Defaulted | 'kind'> & Defaults<readonly string[], DescribedClass>,
): OperationDescription => ({ ...defaults, ...described, kind: 'handled' });

/** The members in which an operation of a resource differs from the resource's description. */
type Changes = Partial<
  Pick<OperationDescription, 'summary' | 'about' | 'keys' | 'customerFields' | 'problems' | 'only'>
>;

/** Describes the retrieval of one object of a resource. */
export function retrieveOperation(
  target: DescribedClass,
  changes: Changes = {},
): ResourceOperation<'retrieve'> {
  const { id, reach, reads: permission } = resourceOf(target);
  const noun = withArticle(nounOf(target));
  const texts = { summary: `Retrieve ${noun}`, about: `Retrieves ${noun}.` };
  return { ...defaults, ...texts, kind: 'retrieve', ids: [id], target, permission, reach, ...changes };
}

/** Describes the list of a resource's objects. */
export function listOperation(target: DescribedClass, changes: Changes = {}): ResourceOperation<'list'> {
  const { from, reach, reads: permission } = resourceOf(target);
  const nouns = pluralOf(nounOf(target));
  const texts = { summary: `List ${nouns}`, about: `Lists ${nouns}, ${from} first.` };
  const problems = ['parameters_exclusive', 'resource_not_found'] as const;
  return { ...defaults, ...texts, kind: 'list', target, permission, reach, problems, ...changes };
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
