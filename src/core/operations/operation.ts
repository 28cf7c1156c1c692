import type { Context, KeyKind } from '../foundation/context.ts';
import type { ProblemCode } from '../foundation/errors.ts';
import type { Requirement } from '../foundation/permissions.ts';
import { type DescribedClass, nounOf, resourceOf } from '../model/index.ts';
import type { Row } from '../reads/index.ts';

/** What both APIs read of an operation. Either adds its own form only: a path and an example, or a field and a payload. */
export interface OperationDescription extends Requirement {
  /** The operation id in OpenAPI, and the name of the mutation. */
  readonly name: string;
  readonly kind: 'write' | 'read' | 'handled' | 'retrieve' | 'list';
  /** A few words for a table of contents. */
  readonly summary: string;
  /** What it does. Fields have the specification's names, in backticks: GraphQL shows them in camelCase. */
  readonly about: string;
  /** The kinds of key that may call it. An API key acts for its own merchant, the admin key for the one it names. */
  readonly keys: readonly KeyKind[];
  /** True if only signed-in people may call it: no key stands for a person's own word. */
  readonly byPersons?: true;
  /** The names of the identifiers of the object that it is about, as in the specification. */
  readonly ids: readonly string[];
  /** The class that describes its input. */
  readonly input?: DescribedClass;
  /** The resource, or another described class, that it returns. */
  readonly target: DescribedClass;
  /** True if it acts for one merchant though `target` is not a merchant's resource. The admin key names the merchant. */
  readonly ofMerchant?: true;
  /** The fields that a customer's key is shown; required if `keys` has such a kind and `target` is a resource. */
  readonly customerFields?: ReadonlySet<string>;
  /** Error codes in addition to those of every operation. */
  readonly problems: readonly ProblemCode[];
  /** True if a suspended merchant may write by it: it returns money, ends something or erases data. */
  readonly evenIfSuspended?: true;
  /** The only API that has it, and why the other has not. */
  readonly only?: { readonly face: 'rest' | 'graphql'; readonly because: string };
}

/** What a command changed: the object to show, and values that are returned only once. */
export interface CommandResult {
  readonly id: string;
  /** Shown instead of the stored object: a deleted object, or a value that is not a resource. */
  readonly snapshot?: Row;
  /** Fields of the object that only this response contains. */
  readonly oneTime?: Row;
  /** Secrets, which are not stored: a replayed response has null. */
  readonly oneTimeTexts?: Readonly<Record<string, string>>;
}

/** A secret beside the object in the response, which is shown once. */
export interface OneTimeText {
  readonly name: string;
  readonly about: string;
}

/** An operation that changes something, by a command. */
export interface WriteOperation<Input = unknown> extends OperationDescription {
  readonly kind: 'write';
  /** True if it creates an object of a merchant: the admin key must name the merchant. */
  readonly creates?: true;
  /** True if it may call a connector, which must not happen within a transaction. */
  readonly callsConnector?: true;
  /** True if it spans transactions without calling a connector, such as to look something up between them. */
  readonly spansTransactions?: true;
  readonly oneTimeText?: OneTimeText;
  /** Runs the command. `ids` are the values of {@link OperationDescription.ids}, in order. */
  readonly perform: (ctx: Context, ids: readonly string[], input: Input) => Promise<CommandResult>;
}

/** An operation that reads something that is not a row of a resource. */
export interface ReadOperation<Input = unknown, Found = unknown> extends OperationDescription {
  readonly kind: 'read';
  /** True if it returns a whole list of `target`. */
  readonly many?: true;
  /** @returns null if the object does not exist. */
  readonly find: (ctx: Context, ids: readonly string[], input: Input) => Promise<Found | null>;
}

/** An operation that retrieves an object of a resource, or lists them: the reads carry it out. */
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
    /** What to show of its result, unless that is the object with the returned identifier, or else the first of `ids`. */
    readonly shows?: (result: Result, id: string, input: InputOf<Input>) => CommandResult;
  };

type ReadDescription<Ids extends readonly string[], Input, Found> = Omit<ReadOperation, Defaulted | 'find'> &
  Defaults<Ids, Input> & {
    readonly run: (ctx: Context, ...values: Values<Ids, Input>) => Promise<Found | null>;
  };

const merchantAndOperator: readonly KeyKind[] = ['api_key', 'admin_key'];

/** The name is that of the operation's place in {@link operationsByName}. */
const unnamed = { name: '', keys: merchantAndOperator, problems: [] } as const;

/** Describes an operation that changes something. */
export function writeOperation<
  const Ids extends readonly string[] = [],
  Input extends DescribedClass | undefined = undefined,
  Result = unknown,
>({ run, shows, ...described }: WriteDescription<Ids, Input, Result>): WriteOperation<InputOf<Input>> {
  const perform = async (ctx: Context, ids: readonly string[], input: unknown) => {
    // Without a described input there is none: commands may have optional parameters of their own.
    const values = described.input ? [...ids, input] : ids;
    const result = await run(ctx, ...(values as unknown as Values<Ids, Input>));
    if (shows) return shows(result, ids[0]!, input as InputOf<Input>);
    return { id: typeof result === 'string' ? result : ids[0]! };
  };
  return { ...unnamed, ids: [], ...(described as object), kind: 'write', perform } as never;
}

/** Describes an operation that reads something that is not a row of a resource. */
export function readOperation<
  const Ids extends readonly string[] = [],
  Input extends DescribedClass | undefined = undefined,
  Found = unknown,
>({ run, ...described }: ReadDescription<Ids, Input, Found>): ReadOperation<InputOf<Input>, Found> {
  const find = (ctx: Context, ids: readonly string[], input: unknown) => {
    // The context of a write shows personal data whole, whoever reads them.
    if (ctx.purpose) throw new Error('A read needs the context of its caller.');
    return run(ctx, ...([...ids, input] as unknown as Values<Ids, Input>));
  };
  return { ...unnamed, ids: [], ...(described as object), kind: 'read', find } as never;
}

/** Describes an operation for which each API has its own handler, such as an export, an upload or a statistic. */
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
