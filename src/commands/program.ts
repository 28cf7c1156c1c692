import { version } from '../config/version.ts';
import { type Command, defineCommand } from './command.ts';
import { absence, alignedRows, UsageError } from './command-line.ts';

interface Entry {
  readonly about: string;
  /** Commands are loaded on demand, since some have dependencies that others lack. */
  readonly load: () => Promise<{ readonly command: Command }>;
}

const serve = defineCommand({
  about: 'Serves the APIs and runs background jobs until SIGTERM or SIGINT, as the settings say.',
  run: async () => void (await import('../main.ts')),
});

/** The commands by name. */
const commands: Readonly<Record<string, Entry>> = {
  serve: { about: 'serve the APIs and run background jobs', load: async () => ({ command: serve }) },
  migrate: { about: 'migrate the database', load: () => import('./migrate.ts') },
  'person invite': { about: 'invite a person to a merchant account', load: () => import('./person.ts') },
  'person operator': {
    about: 'make a person an operator of the installation',
    load: () => import('./operator.ts'),
  },
  'admin-key create': {
    about: 'create a key of an administrator or an organization',
    load: async () => ({ command: (await import('./admin-key.ts')).create }),
  },
  'admin-key revoke': {
    about: 'revoke a key of an administrator or an organization',
    load: async () => ({ command: (await import('./admin-key.ts')).revoke }),
  },
  rotate: { about: 'encrypt everything under the current key', load: () => import('./rotate.ts') },
  backup: { about: 'dump the database into a folder', load: () => import('./backup.ts') },
  'backup-key': { about: 'make the keys of encrypted backups', load: () => import('./backup-key.ts') },
  restore: { about: 'restore a backup into an empty database', load: () => import('./restore.ts') },
  'database original': {
    about: 'say that the database is the original: background work and outgoing calls go on',
    load: async () => ({ command: (await import('./database-identity.ts')).original }),
  },
  'database copy': {
    about: 'say that the database is a copy: it calls nobody',
    load: async () => ({ command: (await import('./database-identity.ts')).copy }),
  },
  'audit verify': { about: 'verify the audit log', load: () => import('./audit-verify.ts') },
  'calls unknown': {
    about: 'list connector calls whose outcome nobody knows',
    load: () => import('./calls-unknown.ts'),
  },
  'deliveries stuck': {
    about: 'list endpoints whose webhooks are overdue',
    load: () => import('./deliveries-stuck.ts'),
  },
  'partitions status': {
    about: 'show partitions, present and missing',
    load: () => import('./partitions-status.ts'),
  },
  'partitions move': {
    about: 'make missing partitions, and empty the default ones',
    load: () => import('./partitions-move.ts'),
  },
  'cards fill': {
    about: 'fill in issuer, funding and country of saved cards from their payments',
    load: () => import('./cards-fill.ts'),
  },
  rebuild: { about: 'make derived rows anew, such as search words', load: () => import('./rebuild.ts') },
  'merchants busy': {
    about: 'list the merchants that make most work',
    load: () => import('./merchants-busy.ts'),
  },
  import: { about: 'import payment methods from a file', load: () => import('./import/import.ts') },
  listen: { about: "receive a merchant's webhooks", load: () => import('./listen/listen.ts') },
  demo: { about: 'load demo merchants (development only)', load: () => import('./demo.ts') },
};

const usage = `Usage: switchyard <command> [options]

${alignedRows(Object.entries(commands).map(([name, { about }]) => [name, about]))}
switchyard <command> --help prints the options of a command, and switchyard --version the version.
Settings are environment variables: see docs/install.md.
`;

/** The code of arguments that a command does not take; 1 is for a command that fails. */
const MISUSED = 2;

/** The streams of a process that the program writes to. */
interface Output {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/**
 * Runs a command of the program, and prints why it fails.
 *
 * @returns The code that the process exits with.
 */
export async function runProgram(
  args: readonly string[],
  { stderr, stdout }: Output = process,
): Promise<number> {
  const say = (text: string, code = 0) => {
    (code === 0 ? stdout : stderr).write(text);
    return code;
  };
  const [first] = args;
  if (first === '--help' || first === '-h') return say(usage);
  if (first === '--version') return say(`${version}\n`);
  const name = Object.keys(commands).find((one) =>
    one.split(' ').every((word, index) => args[index] === word),
  );
  if (name === undefined) return say(`${unknown(args)}\n\n${usage}`, MISUSED);
  const { command } = await commands[name]!.load();
  try {
    return (await command.run(args.slice(name.split(' ').length))) ?? say(command.help(name));
  } catch (error) {
    if (error instanceof UsageError) return say(`${error.message}\n\n${command.help(name)}`, MISUSED);
    return say(`${(error as Error).message}\n`, 1);
  }
}

/** Why arguments name no command. */
function unknown(args: readonly string[]): string {
  const [first] = args;
  if (first === undefined) return 'Name a command.';
  const group = Object.keys(commands).filter((one) => one.startsWith(`${first} `));
  if (group.length > 0) return `${first} needs a subcommand: ${group.join(', ')}.`;
  return first.startsWith('-') ? absence('option', first.split('=')[0]!) : absence('command', first);
}
