import type { RequestContext } from './attributes.js';

/** Since the last proof, where there is none. */
export const NEVER_SECONDS = 2_147_483_647;

const STEP_MS = 6 * 3_600_000;
const WEEK_MS = 7 * 86_400_000;

/** Where the publisher is. */
export interface PublishedFrom {
  readonly network: string;
  /** Where a proxy tells it. */
  readonly country: string | null;
}

/**
 * Sessions that an owner can have within a week: with every strong proof, on a device that they trust and on another,
 * through each connection. The place is that of the publisher, for no other is known to be within reach.
 */
export function favourableContexts(
  connectionIds: readonly number[],
  now: Date,
  { network, country }: PublishedFrom,
): readonly RequestContext[] {
  const sessions: readonly Pick<RequestContext, 'amr' | 'acr' | 'connectionId'>[] = [
    { amr: ['pwd', 'hwk'], acr: 'aal2' },
    { amr: ['pwd', 'otp'], acr: 'aal2' },
    { amr: ['hwk'], acr: 'aal2' },
    ...connectionIds.flatMap((connectionId) => [
      { amr: ['sso', 'hwk'] as const, acr: 'aal2', connectionId },
      { amr: ['sso'] as const, acr: 'aal1', connectionId },
    ]),
  ];
  const contexts: RequestContext[] = [];
  for (let ahead = 0; ahead < WEEK_MS; ahead += STEP_MS)
    for (const session of sessions)
      for (const deviceTrusted of [true, false])
        contexts.push({
          ...{ ...session, deviceTrusted, accessKey: false, proofAgeSeconds: 0, network },
          ...{ ...(country !== null && { country }), now: new Date(now.getTime() + ahead) },
        });
  return contexts;
}

/** A session of which nothing is known has proved nothing, and comes from no network that a policy names. */
export function unprovenContext(now: Date): RequestContext {
  const proofs = { amr: [], acr: 'aal1', proofAgeSeconds: NEVER_SECONDS, deviceTrusted: false, accessKey: false };
  return { ...proofs, network: '0.0.0.0', now };
}
