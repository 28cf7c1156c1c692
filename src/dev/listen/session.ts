import { asking, type RunQuery } from './ask.ts';
import { bodyText, lineOf, type Paint, printable } from './line.ts';
import type { ListenOptions } from './options.ts';
import { formerAddress, pointAt, pointBack } from './point.ts';
import { type Merchant, type Profile, readMerchant } from './profiles.ts';
import { startReceiver } from './receiver.ts';

/** Where a session tells what comes, and what it takes chances with. */
export interface SessionMeans {
  readonly print: (line: string) => void;
  readonly paint: Paint;
  /** A number from 0 up to 1, which decides what fails under `--fail`. */
  readonly random: () => number;
}

/** Webhooks arriving here until it is stopped. */
export interface ListenSession {
  readonly port: number;
  /** Has the webhooks sent where they went before, and ends. Answers whether all of it went well. */
  stop(): Promise<boolean>;
}

/**
 * Listens, and has the service send the profiles' webhooks here. It listens first: the service may send as soon
 * as it knows where. When it cannot get that far, what was pointed here already is pointed back.
 *
 * @throws {ListenError}
 */
export async function startSession(options: ListenOptions, means: SessionMeans): Promise<ListenSession> {
  const { print, paint, random } = means;
  const ask = asking(options.serviceUrl, options.apiKey);
  const merchant = await readMerchant(ask, options.profileId);
  const receiver = await startReceiver({
    keys: new Map(merchant.profiles.map((profile) => [profile.profileId, profile.key])),
    port: options.port,
    delayMs: options.delayMs,
    answer: () => options.answerStatus ?? (random() * 100 < options.failPercent ? 500 : 200),
    onArrival: (arrival) => {
      print(lineOf(arrival, paint));
      if (options.showsBodies) print(bodyText(arrival.body));
    },
  });
  const addressOf = (profile: Profile) => `http://127.0.0.1:${receiver.port}/${profile.profileId}`;

  const pointed: Profile[] = [];
  const stop = async () => {
    const wentWell = options.keepsAddresses || (await allBack(ask, pointed, addressOf, print));
    await receiver.close();
    return wentWell;
  };
  try {
    for (const profile of merchant.profiles) {
      // Noted first: a change that the service does not confirm may have been made all the same.
      pointed.push(profile);
      await pointAt(ask, profile.profileId, addressOf(profile));
    }
  } catch (error) {
    await allBack(ask, pointed, addressOf, print);
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
  print('');
}

/** Points each profile back where it was. One that cannot be is told of, and the others are seen to all the same. */
async function allBack(
  ask: RunQuery,
  profiles: readonly Profile[],
  addressOf: (profile: Profile) => string,
  print: (line: string) => void,
): Promise<boolean> {
  let wentWell = true;
  for (const profile of profiles) {
    const { profileId } = profile;
    const before = formerAddress(profile, addressOf(profile)) ?? 'no address of its own';
    try {
      if (await pointBack(ask, profile, addressOf(profile))) print(`${profileId} has ${before} again.`);
    } catch (error) {
      wentWell = false;
      print(`${profileId} may still point here; before it had ${before}. ${(error as Error).message}`);
    }
  }
  return wentWell;
}
