import { queryService, type RunQuery } from './ask.ts';
import { bodyText, lineOf, type Paint, printable } from './line.ts';
import type { ListenOptions } from './options.ts';
import { formerAddress, type Merchant, type Profile, pointAt, pointBack, readMerchant } from './profiles.ts';
import { startReceiver } from './receiver.ts';

/** A session's output and randomness. */
export interface SessionMeans {
  readonly print: (line: string) => void;
  readonly paint: Paint;
  /** A number in [0, 1) that decides which webhooks fail under `--fail`. */
  readonly random: () => number;
}

/** A running session. */
export interface ListenSession {
  readonly port: number;
  /** Restores the webhook URLs and stops listening. Resolves to whether every URL was restored. */
  stop(): Promise<boolean>;
}

/**
 * Starts listening, then points the profiles' webhook URLs here. On failure the URLs changed so far are restored.
 *
 * @throws {ListenError}
 */
export async function startSession(options: ListenOptions, means: SessionMeans): Promise<ListenSession> {
  const { print, paint, random } = means;
  const ask = queryService(options.serviceUrl, options.apiKey);
  const merchant = await readMerchant(ask, options.profileId);
  const receiver = await startReceiver({
    keys: new Map(merchant.profiles.map((profile) => [profile.profileId, profile.key])),
    port: options.port,
    delayMs: options.delayMs,
    statusFor: () => options.answerStatus ?? (random() * 100 < options.failPercent ? 500 : 200),
    onArrival: (arrival) => {
      print(lineOf(arrival, paint));
      if (options.showsBodies) print(bodyText(arrival.body));
    },
  });
  const addressOf = (profile: Profile) => `http://127.0.0.1:${receiver.port}/${profile.profileId}`;

  const pointed: Profile[] = [];
  const stop = async () => {
    const succeeded = options.keepsAddresses || (await restoreAll(ask, pointed, addressOf, print));
    await receiver.close();
    return succeeded;
  };
  try {
    for (const profile of merchant.profiles) {
      // Recorded first: an unconfirmed change may still have been made.
      pointed.push(profile);
      await pointAt(ask, profile.profileId, addressOf(profile));
    }
  } catch (error) {
    await restoreAll(ask, pointed, addressOf, print);
    await receiver.close();
    throw error;
  }
  greet(merchant, addressOf, means);
  return { port: receiver.port, stop };
}

function greet(
  merchant: Merchant,
  addressOf: (profile: Profile) => string,
  { print, paint }: SessionMeans,
): void {
  print(`Listening for the webhooks of merchant ${merchant.merchantId}. Ctrl-C stops it.`);
  for (const profile of merchant.profiles) {
    const before = formerAddress(profile, addressOf(profile));
    const replaced = before ? paint('dim', `  instead of ${before}`) : '';
    print(`  ${printable(profile.profileName)}  ${addressOf(profile)}${replaced}`);
  }
  for (const name of merchant.guarded) {
    print(
      `  ${printable(name)}  left alone: its webhooks carry secrets, which are dropped when the URL changes`,
    );
  }
  print('');
}

/** Restores each profile's webhook URL. A failure is printed and does not stop the others. */
async function restoreAll(
  ask: RunQuery,
  profiles: readonly Profile[],
  addressOf: (profile: Profile) => string,
  print: (line: string) => void,
): Promise<boolean> {
  let succeeded = true;
  for (const profile of profiles) {
    const { profileId } = profile;
    const before = formerAddress(profile, addressOf(profile)) ?? 'no URL of its own';
    try {
      if (await pointBack(ask, profile, addressOf(profile))) print(`${profileId} has ${before} again.`);
    } catch (error) {
      succeeded = false;
      print(`${profileId} may still point here; before it had ${before}. ${(error as Error).message}`);
    }
  }
  return succeeded;
}
