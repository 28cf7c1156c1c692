/** Endpoints at which somebody who is signed in gives their password, by the member of the body that has it. */
export const passwordChecks: Readonly<Record<string, string>> = {
  '/verify-password': 'password',
  '/change-password': 'currentPassword',
  '/two-factor/enable': 'password',
  '/two-factor/disable': 'password',
  '/two-factor/generate-backup-codes': 'password',
  '/two-factor/get-totp-uri': 'password',
};
