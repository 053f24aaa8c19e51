import type { AssertedIdentity } from '../../domain/asserted-identity.js';

/** With moments as text; without the assertion, which has been spent when this is written. */
export type StoredIdentity = Omit<AssertedIdentity, 'authenticatedAt' | 'assertion'> & {
  readonly authenticatedAt: string | null;
};

export function toStored(identity: AssertedIdentity): StoredIdentity {
  const { issuer, subject, email, isEmailVerified, name, groups, acr, authenticatedAt, providerSessionId, claims } =
    identity;
  const said = { issuer, subject, email, isEmailVerified, name, groups, acr, providerSessionId, claims };
  return { ...said, authenticatedAt: authenticatedAt?.toISOString() ?? null };
}

export function fromStored({ authenticatedAt, ...identity }: StoredIdentity): AssertedIdentity {
  return {
    ...identity,
    authenticatedAt: authenticatedAt === null ? null : new Date(authenticatedAt),
    assertion: null,
  };
}
