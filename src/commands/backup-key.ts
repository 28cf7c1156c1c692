import { writeFile } from 'node:fs/promises';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { OperatorError } from '../core/foundation/operator-error.ts';
import { defineCommand, print } from './command.ts';

export const command = defineCommand({
  about: `Makes a pair of keys for backups. The secret key goes into a new file, which only a restore needs: keep it away from
the machines that back up, and a copy of it. The public key is printed, for BACKUP_RECIPIENT.`,
  operands: [{ name: 'file', about: 'the new file of the secret key' }],
  run: async (_values, [file]) => {
    const identity = await generateX25519Identity();
    const recipient = await identityToRecipient(identity);
    const text = `# public key: ${recipient}\n${identity}\n`;
    await writeFile(file!, text, { flag: 'wx', mode: 0o600 }).catch(({ code }) => {
      throw new OperatorError(
        code === 'EEXIST' ? `${file} exists. Name a new file.` : `${file} cannot be written (${code}).`,
      );
    });
    print(recipient);
    return 0;
  },
});
