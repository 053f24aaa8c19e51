import type { AuthenticationMethod } from '../../shared/caller.js';
import { LASTING_PROOFS, type LastingProof } from '../../shared/proof.js';
import type { RequestContext } from './attributes.js';
import type { PublishedFrom } from './request-contexts.js';

const WEEK_MS = 7 * 86_400_000;
const STEP_MS = 6 * 3_600_000;

/** How a person can sign in today: what they have set up and confirmed, or used before. */
export interface SignInWays {
  readonly hasPassword: boolean;
  /** Confirmed ones. */
  readonly factors: readonly ('totp' | 'webauthn')[];
  readonly hasTrustedDevice: boolean;
  /** Active connections of the organization through which they have come. */
  readonly connections: readonly Connection[];
}

interface Connection {
  readonly id: number;
  /** Whether it has vouched for a second factor of theirs. */
  readonly vouches: boolean;
}

type Session = Pick<RequestContext, 'amr' | 'acr' | 'deviceTrusted' | 'connectionId'>;

/** The moments at which a session is tried. */
export interface Tried {
  readonly now: Date;
  readonly from: PublishedFrom;
  /** Whether at any time of the coming week, or only now. */
  readonly isAllWeek: boolean;
}

/**
 * Sessions that a person can have now and within a week, each just proved. They come from the network of the publisher, because no other is
 * known to be within reach.
 */
export function contextsOf(ways: SignInWays, { now, from, isAllWeek }: Tried): readonly RequestContext[] {
  const { network, country } = from;
  const place = { accessKey: false, proofAgeSeconds: 0, network, ...(country !== null && { country }) };
  const contexts: RequestContext[] = [];
  for (let ahead = 0; ahead < (isAllWeek ? WEEK_MS : STEP_MS); ahead += STEP_MS)
    for (const session of sessionsOf(ways)) contexts.push({ ...place, ...session, now: new Date(now.getTime() + ahead) });
  return contexts;
}

/** The strongest first: most policies are satisfied by the first one. */
function sessionsOf({ hasPassword, factors, hasTrustedDevice, connections }: SignInWays): readonly Session[] {
  const methods = factors.map((factor): AuthenticationMethod => (factor === 'totp' ? 'otp' : 'hwk'));
  const sessions: Session[] = [];
  if (hasPassword) {
    const trusted: Session = { amr: ['pwd', 'trusted_device'], acr: 'aal1', deviceTrusted: true };
    if (hasTrustedDevice) sessions.push(...methods.map((method) => withFactor(trusted, method)), trusted);
    const plain: Session = { amr: ['pwd'], acr: 'aal1', deviceTrusted: false };
    // People with a second factor are asked for it, except on a trusted device.
    sessions.push(...(methods.length > 0 ? methods.map((method) => withFactor(plain, method)) : [plain]));
  }
  for (const { id: connectionId, vouches } of connections) {
    const signedOn: Session = { amr: ['sso'], acr: vouches ? 'aal2' : 'aal1', deviceTrusted: false, connectionId };
    sessions.push(...methods.map((method) => withFactor(signedOn, method)), signedOn);
  }
  return sessions;
}

function withFactor(session: Session, method: AuthenticationMethod): Session {
  return { ...session, amr: [...session.amr, method], acr: 'aal2' };
}

/** The same person with these proofs besides. @param connectionIds active ones of the organization */
function withProofs(ways: SignInWays, proofs: readonly LastingProof[], connectionIds: readonly number[]): SignInWays {
  const isTrusted = proofs.includes('trusted_device');
  const isProved = isTrusted || proofs.includes('second_factor');
  const known = ways.connections.map(({ id }) => id);
  const others = connectionIds.filter((id) => !known.includes(id)).map((id) => ({ id, vouches: false }));
  return {
    ...ways,
    // A device is trusted after a second factor.
    ...(isProved && { factors: ['webauthn', 'totp'] as const }),
    ...(isTrusted && { hasTrustedDevice: true }),
    ...(proofs.includes('single_sign_on') && { connections: [...ways.connections, ...others] }),
  };
}

/** The fewest proofs with which the person would get in; empty if no proof helps. */
export function missingProofs(
  ways: SignInWays,
  connectionIds: readonly number[],
  getsIn: (better: SignInWays) => boolean,
): readonly LastingProof[] {
  const tried: readonly (readonly LastingProof[])[] = [...LASTING_PROOFS.map((proof) => [proof]), LASTING_PROOFS];
  return tried.find((proofs) => getsIn(withProofs(ways, proofs, connectionIds))) ?? [];
}

/** A person without a way in cannot be kept out by a policy. */
export function canSignIn({ hasPassword, connections }: SignInWays): boolean {
  return hasPassword || connections.length > 0;
}
