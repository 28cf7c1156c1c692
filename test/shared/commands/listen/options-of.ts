import { readArguments } from '../../../../src/commands/command-line.ts';
import { type ListenOptions, listenOptions, readOptions } from '../../../../src/commands/listen/options.ts';

/** The options of a command line. */
export const optionsOf = (args: readonly string[]): ListenOptions =>
  readOptions(readArguments(args, { options: listenOptions })!.values);
