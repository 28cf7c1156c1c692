import { Button, Divider } from '@mantine/core';
import { useEffect } from 'react';
import { type AuthResult, refusalOf } from './auth.ts';
import { Problem, useSubmit } from './form.tsx';
import { isNoPasskey, type NoPasskey, offerPasskeys, signInWithPasskey, stopOffering } from './passkeys.ts';

const REMOVED = 'This passkey was not accepted. It may have been removed.';

/** Signs in with a passkey, through a button or the browser's autofill in the email field. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const finish = (result: AuthResult | NoPasskey): string | null => {
    if (isNoPasskey(result)) return result.noPasskey;
    if (!result.isOk) {
      const isUnknown = result.body.code === 'PASSKEY_NOT_FOUND';
      return refusalOf(result, isUnknown ? REMOVED : 'Could not check the passkey. Try again.');
    }
    onSignedIn();
    return null;
  };
  const { isBusy, problem, run } = useSubmit(async () => finish(await signInWithPasskey()));
  const offering = useSubmit(async () => {
    const result = await offerPasskeys();
    return result && finish(result);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, while the form is shown
  useEffect(() => {
    void offering.run();
    return () => void stopOffering().catch(() => undefined);
  }, []);
  return (
    <>
      <Divider label="or" />
      <Problem text={problem ?? offering.problem} />
      <Button variant="default" onClick={() => void run()} loading={isBusy}>
        Sign in with a passkey
      </Button>
    </>
  );
}
