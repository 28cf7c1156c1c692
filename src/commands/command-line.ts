import { parseArgs } from 'node:util';
import { OperatorError } from '../core/foundation/operator-error.ts';

/** An argument is missing, unknown or invalid; the command's help is printed with the message. */
export class UsageError extends OperatorError {
  override readonly name = 'UsageError';
}

/** An option of a command. */
export interface Option {
  readonly about: string;
  /** The name of its value in the help; an option without one is a switch. */
  readonly value?: string;
  readonly default?: string;
  readonly required?: true;
}

/** The options of a command, by name without the dashes. */
export type Options = Readonly<Record<string, Option>>;

/** The values of a command's options: a text each, or whether a switch is given. */
export type OptionValues<Given extends Options> = {
  readonly [Name in keyof Given]: Given[Name] extends { readonly value: string }
    ? Given[Name] extends { readonly default: string } | { readonly required: true }
      ? string
      : string | undefined
    : boolean;
};

/** An argument without a name, such as a folder. */
export interface Operand {
  readonly name: string;
  readonly about: string;
  readonly optional?: true;
}

/** The arguments of a command. */
export interface Syntax<Given extends Options> {
  readonly operands?: readonly Operand[];
  readonly options?: Given;
}

/** The arguments that a command is given. */
export interface Arguments<Given extends Options> {
  readonly operands: readonly string[];
  readonly values: OptionValues<Given>;
}

/**
 * Reads a command's arguments; null if they ask for help. No message repeats a value, which may be a misplaced key.
 *
 * @throws {UsageError} naming the option that is unknown, missing or invalid.
 */
export function readArguments<Given extends Options>(
  args: readonly string[],
  { operands = [], options }: Syntax<Given>,
): Arguments<Given> | null {
  const known: Options = options ?? {};
  const { positionals, tokens } = tokensOf(args, known);
  if (tokens.some((token) => token.kind === 'option' && token.name === 'help')) return null;
  const values: Record<string, string | boolean | undefined> = {};
  for (const [name, { default: preset, value }] of Object.entries(known)) {
    values[name] = value === undefined ? false : preset;
  }
  for (const token of tokens) if (token.kind === 'option') values[token.name] = readOption(token, known);
  const missing = Object.entries(known).find(([name, { required }]) => required && !values[name]);
  if (missing) throw new UsageError(`--${missing[0]} is missing: ${missing[1].about}.`);
  const absent = operands.find(({ optional }, index) => !optional && !positionals[index]);
  if (absent) throw new UsageError(`<${absent.name}> is missing: ${absent.about}.`);
  if (positionals.length > operands.length) throw new UsageError(excess(operands, known));
  return { operands: positionals, values: values as OptionValues<Given> };
}

function tokensOf(args: readonly string[], known: Options) {
  const types = Object.entries(known).map(
    ([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
  );
  return parseArgs({
    args: [...args],
    options: { ...Object.fromEntries(types), help: { type: 'boolean', short: 'h' } },
    // The messages of a strict parse repeat arguments.
    strict: false,
    tokens: true,
  });
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function readOption({ inlineValue, name, rawName, value }: OptionToken, known: Options): string | boolean {
  const option = Object.hasOwn(known, name) ? known[name]! : undefined;
  if (!option) throw new UsageError(absence('option', rawName));
  if (option.value === undefined) {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value.`);
    return true;
  }
  const isNextOption = !inlineValue && value !== undefined && value.length > 1 && value.startsWith('-');
  if (value === undefined || isNextOption) {
    throw new UsageError(`${rawName} needs a value. Write a value that begins with a dash as ${rawName}=….`);
  }
  return value;
}

function excess(operands: readonly Operand[], known: Options): string {
  if (operands.length > 0) return `There is more than ${operands.map(({ name }) => `<${name}>`).join(' ')}.`;
  const named = Object.keys(known).find((name) => known[name]!.value !== undefined);
  return named
    ? `Every value must follow the name of its option, such as --${named}.`
    : 'The command takes no arguments.';
}

/** That there is no such command or option. Its name is repeated if it is words: a key has digits or underscores. */
export const absence = (what: 'command' | 'option', name: string): string =>
  /^-{0,2}[a-z]+(-[a-z]+)*$/.test(name) ? `There is no ${what} ${name}.` : `There is no such ${what}.`;

/** The help of a command that is called by a name. */
export function helpOf(
  name: string,
  about: string,
  { operands = [], options = {} }: Syntax<Options>,
): string {
  const named = Object.entries(options).map(([option, { value, ...rest }]) => {
    return { ...rest, text: value === undefined ? `--${option}` : `--${option} <${value}>` };
  });
  const usage = [
    `Usage: switchyard ${name}`,
    ...operands.map((operand) => (operand.optional ? `[<${operand.name}>]` : `<${operand.name}>`)),
    ...named.filter(({ required }) => required).map(({ text }) => text),
    ...(named.some(({ required }) => !required) ? ['[options]'] : []),
  ];
  const rows = [
    ...operands.map((operand) => [`<${operand.name}>`, operand.about] as const),
    ...named.map(({ about: meaning, default: preset, text }) => {
      return [text, preset === undefined ? meaning : `${meaning}; default ${preset}`] as const;
    }),
    ['--help', 'print this help'] as const,
  ];
  return `${usage.join(' ')}\n\n${about}\n${alignedRows(rows)}`;
}

/** Lines of two columns. */
export function alignedRows(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([first]) => first.length)) + 2;
  return rows.map(([first, second]) => `  ${first.padEnd(width)}${second}\n`).join('');
}

/**
 * The value of an integer option.
 *
 * @throws {UsageError} if it is no integer, or out of bounds.
 */
export function whole(option: string, text: string, least: number, most: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(`--${option} must be a whole number from ${least} to ${most}.`);
}
