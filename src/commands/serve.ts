import { defineCommand } from './command.ts';

export const command = defineCommand({
  about: 'Serves the APIs and runs background jobs until SIGTERM or SIGINT, as the settings say.',
  run: async () => void (await import('../main.ts')),
});
