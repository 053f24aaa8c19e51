import { Injectable } from '@nestjs/common';
import { LockAccount } from '../../accounts/application/lock-account.js';
import { ListFactors } from '../../mfa/application/list-factors.js';
import type { SessionOrigin, TokenPair } from '../../sessions/application/issue-token-pair.js';
import { ConcurrentChange, RateLimited, Unauthorized } from '../../shared/domain-error.js';
import { networkOf } from '../../shared/network.js';
import { hashToken } from '../../shared/one-time-token.js';
import { provesBeginner } from '../../shared/pkce.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { MOST_LOOKS } from '../domain/concurrent-logins.js';
import { ProofNeeded } from '../domain/sso.errors.js';
import { proofThrottles, tokenThrottle } from '../domain/sso-throttles.js';
import { CompleteLink } from './complete-link.js';
import { type ProposedLink, ProposedLinks } from './ports/proposed-links.js';
import { type FactorProof, ProveFactorForLink } from './prove-factor-for-link.js';
import { VerifyPasswordOfAccount } from './verify-password-of-account.js';

export interface LinkProof {
  readonly linkToken: string;
  readonly verifier: string | null;
  readonly password: string;
  readonly factor: FactorProof | null;
  readonly origin: SessionOrigin;
}

type Outcome = TokenPair | RateLimited | ProofNeeded | null;

/**
 * Shows that the account at the address which the provider names belongs to the person: by password, and second factor
 * if there is one.
 */
@Injectable()
export class ProveLink {
  constructor(
    private readonly proposedLinks: ProposedLinks,
    private readonly verifyPasswordOfAccount: VerifyPasswordOfAccount,
    private readonly lockAccount: LockAccount,
    private readonly listFactors: ListFactors,
    private readonly proveFactor: ProveFactorForLink,
    private readonly completeLink: CompleteLink,
    private readonly throttle: AttemptThrottle,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Unauthorized, the same for every reason; ProofNeeded when the password is right and a factor is enrolled; RateLimited */
  async execute(input: LinkProof): Promise<TokenPair> {
    const network = networkOf(input.origin.ip);
    const hash = hashToken(input.linkToken);
    const found = hash && (await this.proposedLinks.findOpen(hash, this.clock.now()));
    // A person who has the token but did not begin the login hears as little as one without a token, and cannot guess passwords.
    const link = found && provesBeginner(input.verifier, found.codeChallenge) ? found : null;
    const throttled = link === null ? [tokenThrottle(network)] : proofThrottles(link.userId, network);
    const isBlocked = (await this.throttle.waitSeconds(throttled)) > 0;
    const verified = link === null || isBlocked ? null : await this.verifyPasswordOfAccount.execute(link.userId, input.password);
    const outcome = await this.lookingAgain(async () => {
      const wait = await this.throttle.settle(throttled, verified === null ? 'failure' : 'success');
      if (wait > 0) return new RateLimited(wait);
      if (link === null) return this.refuse(found === null ? 'unknown_or_ended' : 'wrong_verifier', found);
      if (verified === null) return this.fail(link, 'wrong_password');
      return this.prove(link, verified.trustEpoch, input, network);
    });
    if (outcome instanceof Error) throw outcome;
    if (outcome === null) throw new Unauthorized('The password or the code is wrong, or the link has expired. Try again.');
    return outcome;
  }

  /**
   * A lost race is rolled back, including the count of guesses: they are counted once, with the look that settles it.
   */
  private async lookingAgain(work: () => Promise<Outcome>): Promise<Outcome> {
    for (let look = 1; ; look += 1) {
      try {
        return await this.unitOfWork.run(work);
      } catch (error) {
        if (!(error instanceof ConcurrentChange) || look >= MOST_LOOKS) throw error;
      }
    }
  }

  /** @throws ConcurrentChange */
  private async prove(link: ProposedLink, trustEpoch: number, input: LinkProof, network: string): Promise<Outcome> {
    const { userId, tokenHash } = link;
    const account = await this.lockAccount.execute(userId);
    // Is the token still open, now that the account is locked?
    if (account?.trustEpoch !== trustEpoch || (await this.proposedLinks.findOpen(tokenHash, this.clock.now())) === null)
      return this.refuse('unknown_or_ended', link);
    const { methods } = await this.listFactors.execute(userId);
    if (methods.length > 0 && input.factor === null) return new ProofNeeded(methods);
    if (methods.length > 0 && input.factor !== null) {
      const shown = { userId, trustEpoch, network, proof: input.factor };
      const { isProved, waitSeconds } = await this.proveFactor.execute(shown);
      if (waitSeconds > 0) return new RateLimited(waitSeconds);
      if (!isProved) return this.fail(link, 'wrong_factor');
    }
    return (await this.completeLink.execute(link, account, input.origin)) ?? this.refuse('not_linkable', link);
  }

  private async fail(link: ProposedLink, reason: string): Promise<null> {
    await this.proposedLinks.fail(link.tokenHash);
    return this.refuse(reason, link);
  }

  private async refuse(reason: string, link: ProposedLink | null): Promise<null> {
    await this.auditTrail.record({
      action: 'sso.identity.link_refused',
      outcome: 'refused',
      actorUserId: null,
      organizationId: link?.organizationId ?? null,
      ...(link && { target: { type: 'user', id: link.userId } }),
      detail: { reason, ...(link && { connection_id: link.connectionId }) },
    });
    return null;
  }
}
