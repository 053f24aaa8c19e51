import { Injectable } from '@nestjs/common';
import { FreshProof } from '../../../platform/http/fresh-proof.js';
import type { Caller } from '../../../shared/caller.js';
import { type Permission, type PermissionGrant, covers } from '../../../shared/permission.js';
import type { Place } from '../../../shared/ports/access-control.js';
import type { Proof } from '../../../shared/proof.js';
import type { PolicyAnswer } from '../../application/ports/access-policies.js';
import { PolicyRefused } from '../../domain/organization.errors.js';
import { PolicyCheck } from './policy-check.js';

export interface RefusedAct {
  readonly caller: Caller;
  readonly permission: Permission;
  readonly place: Place;
  readonly held: readonly PermissionGrant[];
}

/** Puts a refusal by policies into words: people who may read policies learn which proof is missing, and all others whom to ask. */
@Injectable()
export class PolicyRefusal {
  constructor(
    private readonly policyCheck: PolicyCheck,
    private readonly freshProof: FreshProof,
  ) {}

  async of({ policies, isFailure }: PolicyAnswer, act: RefusedAct): Promise<PolicyRefused> {
    const { caller, permission, place, held } = act;
    // A key proves nothing besides: it cannot step up.
    const mayKnow = !isFailure && caller.key === undefined && covers(held, ['abac.read']);
    if (!mayKnow) return new PolicyRefused(policies, isFailure);
    const proofs = await this.policyCheck.missingProofs(caller, permission, place);
    const hasNoFactor = proofs.includes('second_factor') && (await this.freshProof.waysTo(caller, 'aal2')) === null;
    return new PolicyRefused(policies, isFailure, {
      proofs,
      hasNoFactor,
      stepUp: await this.stepUpFor(caller, proofs),
    });
  }

  private async stepUpFor(caller: Caller, proofs: readonly Proof[]): Promise<unknown> {
    const [proof, ...others] = proofs;
    if (others.length > 0 || (proof !== 'second_factor' && proof !== 'recent_proof')) return null;
    const demanded = await this.freshProof.waysTo(caller, proof === 'second_factor' ? 'aal2' : 'aal1');
    return demanded?.extension?.['step_up'] ?? null;
  }
}
