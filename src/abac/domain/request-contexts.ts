import type { RequestContext } from './attributes.js';

/** Age of the proof if there is none. */
export const NEVER_SECONDS = 2_147_483_647;

/** Where the publisher is. */
export interface PublishedFrom {
  readonly network: string;
  /** Present if a proxy reports it. */
  readonly country: string | null;
}

/** An unknown session has proved nothing and comes from no network that a policy names. */
export function unprovenContext(now: Date): RequestContext {
  const proofs = { amr: [], acr: 'aal1', proofAgeSeconds: NEVER_SECONDS, deviceTrusted: false, accessKey: false };
  return { ...proofs, network: '0.0.0.0', now };
}
