import { helpOf, type Options, type OptionValues, readArguments, type Syntax } from './command-line.ts';

/** A command of the program. */
export interface Command {
  /** The help, for the name that the program has for it. */
  help(name: string): string;
  /**
   * Runs it.
   *
   * @returns The code that the process exits with, or null if the arguments ask for the help.
   * @throws {UsageError} if the arguments are wrong.
   */
  run(args: readonly string[]): Promise<number | null>;
}

/** The definition of a command. */
interface Definition<Given extends Options> extends Syntax<Given> {
  /** Its description, in sentences. */
  readonly about: string;
  /** Does it; the process exits with 0 unless it returns another code. */
  run(values: OptionValues<Given>, operands: readonly string[]): Promise<number | undefined>;
}

/** Creates a command that accepts the arguments of its definition only. */
export function defineCommand<const Given extends Options>(definition: Definition<Given>): Command {
  return {
    help: (name) => helpOf(name, definition.about, definition),
    run: async (args) => {
      const given = readArguments(args, definition);
      return given && ((await definition.run(given.values, given.operands)) ?? 0);
    },
  };
}

/** Prints a line of a command's result. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);
