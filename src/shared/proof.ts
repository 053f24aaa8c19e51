/** What a person can set up or come by, and sign in with from then on. */
export const LASTING_PROOFS = ['second_factor', 'trusted_device', 'single_sign_on'] as const;

/** What a session can lack in the eyes of an access policy. */
export const PROOFS = ['recent_proof', ...LASTING_PROOFS] as const;

export type LastingProof = (typeof LASTING_PROOFS)[number];

export type Proof = (typeof PROOFS)[number];
