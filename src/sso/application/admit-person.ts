import { Injectable } from '@nestjs/common';
import { FollowDisplayName } from '../../accounts/application/follow-display-name.js';
import { ConcurrentChange } from '../../shared/domain-error.js';
import { displayNameIn } from '../../shared/display-name.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import type { AssertedIdentity } from '../domain/asserted-identity.js';
import { type Attempt, isOpenFor } from '../domain/attempt.js';
import { sentenceOf } from '../domain/linking.js';
import { whereAddressesAre } from '../domain/said-address.js';
import { ConnectionNotActive, SsoFailed } from '../domain/sso.errors.js';
import { ApplyClaims } from './apply-claims.js';
import { LinkIdentity } from './link-identity.js';
import { ProvisionPerson } from './provision-person.js';
import { type Recognised, RecogniseIdentity } from './recognise-identity.js';

/** The account that the login belongs to; `isProved: false` when it only seems to be the person's. */
export type Admission =
  | {
      readonly isProved: true;
      readonly userId: number;
      readonly identityId: number;
      /** The locked account, if nothing was written to it. */
      readonly trustEpoch?: number;
    }
  | { readonly isProved: false; readonly userId: number };

/** The person comes through another connection of their organization now. */
export interface Forwarded {
  readonly toConnectionId: number;
}

/** Applies the rules of linking to a person whom a provider vouches for. */
@Injectable()
export class AdmitPerson {
  constructor(
    private readonly recogniseIdentity: RecogniseIdentity,
    private readonly linkIdentity: LinkIdentity,
    private readonly provisionPerson: ProvisionPerson,
    private readonly followDisplayName: FollowDisplayName,
    private readonly applyClaims: ApplyClaims,
    private readonly auditTrail: AuditTrail,
  ) {}

  /**
   * Joins the unit of work. @returns a refusal as a value, because the refused answer is spent all the same @throws
   * ConcurrentChange
   */
  async execute(attempt: Attempt, identity: AssertedIdentity): Promise<Admission | Forwarded | SsoFailed> {
    const recognised = await this.recogniseIdentity.execute(attempt, identity);
    const admission = await this.admit(attempt, identity, recognised);
    if (!('isProved' in admission) || !admission.isProved) return admission;
    const applied = await this.applyClaims.execute(recognised.connection, admission.userId, {
      ...identity,
      since: attempt.startedAt.getTime(),
    });
    if (applied?.hasChanged !== true) return admission;
    // Changed roles may have ended a password, which raises the trust epoch: the one read before no longer fits.
    const { trustEpoch: _before, ...changed } = admission;
    return changed;
  }

  private async admit(attempt: Attempt, identity: AssertedIdentity, recognised: Recognised): Promise<Admission | Forwarded | SsoFailed> {
    const { connection, account, email, memberId, verdict } = recognised;
    if (!isOpenFor(connection, attempt)) return new ConnectionNotActive();
    if (verdict.kind === 'refuse') {
      const reason = verdict.fault === 'EMAIL_MISSING' ? whereAddressesAre(identity.claims) : null;
      return new SsoFailed(verdict.fault, sentenceOf(verdict.fault), reason, memberId);
    }
    if (verdict.kind === 'provision' && email !== null)
      return { isProved: true, ...(await this.provisionPerson.execute(connection, identity, email)) };
    if (account === null || verdict.kind === 'provision') throw new ConcurrentChange();
    if (verdict.kind === 'move') return this.sendOn(attempt, account.id, verdict);
    const { id: userId, trustEpoch } = account;
    // Only the first name is taken: each login would else ask whether the organization may change it.
    const displayName = account.displayName === null && !account.isNameOwn ? displayNameIn(identity.name) : null;
    if (verdict.kind !== 'propose' && displayName !== null)
      await this.followDisplayName.execute({ userId, organizationId: attempt.organizationId, displayName });
    if (verdict.kind === 'admit') return { isProved: true, userId, identityId: verdict.identityId, trustEpoch };
    if (verdict.kind === 'propose') return { isProved: false, userId };
    const { organizationId, connectionId } = attempt;
    const { issuer, subject } = identity;
    const link = { organizationId, connectionId, userId, issuer, subject, email: identity.email };
    return {
      isProved: true,
      userId,
      identityId: await this.linkIdentity.execute({ ...link, linkedBy: verdict.linkedBy }),
    };
  }

  private async sendOn({ organizationId, connectionId }: Attempt, userId: number, { toConnectionId }: Forwarded): Promise<Forwarded> {
    await this.auditTrail.record({
      action: 'sso.login.sent_on',
      outcome: 'success',
      actorUserId: userId,
      organizationId,
      target: { type: 'sso_connection', id: connectionId },
      detail: { to_connection_id: toConnectionId },
    });
    return { toConnectionId };
  }
}
