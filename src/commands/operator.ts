import { notFound } from '../core/foundation/errors.ts';
import { appointOperator, removeOperator } from '../core/team/operators.ts';
import { findPersonByEmail } from '../core/team/persons.ts';
import { acting } from './acting.ts';
import { defineCommand, print } from './command.ts';

export const command = defineCommand({
  about: `Makes a person who has an account an operator of the installation, or removes one. They act as such signed in with
an authenticator app or a passkey.`,
  options: {
    email: { value: 'address', about: 'the address they sign in with', required: true },
    remove: { about: 'remove the operator' },
  },
  run: async ({ email, remove }) => {
    await acting(remove ? 'removeOperator' : 'appointOperator', async (ctx) => {
      if (!remove) return appointOperator(ctx, { email });
      const person = await findPersonByEmail(ctx, email);
      if (!person) throw notFound('person', 'email');
      return removeOperator(ctx, person.personId);
    });
    print(remove ? `${email} is no operator any more.` : `${email} is an operator.`);
    return 0;
  },
});
