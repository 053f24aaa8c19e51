import type { Proof } from '../../shared/proof.js';
import type { RequestContext } from './attributes.js';

interface Better {
  readonly proofs: readonly Proof[];
  readonly context: RequestContext;
}

/** A session with one more proof than it has, and with all of them; the easiest proof comes first. */
export function betterContexts(context: RequestContext, connectionIds: readonly number[]): readonly Better[] {
  const recent = { ...context, proofAgeSeconds: 0 };
  const factors = ['otp', 'hwk'] as const;
  const proved = factors.map((method) => ({ ...recent, acr: 'aal2' as const, amr: [...context.amr, method] }));
  const trusted = { ...recent, deviceTrusted: true };
  const signedOn = connectionIds.map((connectionId) => ({ ...recent, amr: ['sso'] as const, connectionId }));
  // Nobody trusts a device without a second factor.
  const provedAndTrusted = proved.map((one) => ({ ...one, deviceTrusted: true }));
  const provedAndSignedOn = signedOn.flatMap((one) =>
    factors.map((method) => ({ ...one, acr: 'aal2' as const, amr: ['sso' as const, method] })),
  );
  const as = (proofs: readonly Proof[], contexts: readonly RequestContext[]): readonly Better[] =>
    contexts.map((one) => ({ proofs, context: one }));
  return [
    ...as(['recent_proof'], [recent]),
    ...as(['second_factor'], proved),
    ...as(['trusted_device'], [trusted]),
    ...as(['single_sign_on'], signedOn),
    ...as(['second_factor', 'trusted_device'], provedAndTrusted),
    ...as(['second_factor', 'single_sign_on'], provedAndSignedOn),
  ];
}
