import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { DomainError, RateLimited } from '../../shared/domain-error.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import type { DataSource } from '../domain/data-source.js';
import { DiscoveryTimeout, HostNotAllowed, SourceFailed } from '../domain/data-source.errors.js';
import { testThrottles } from '../domain/test-throttle.js';
import { EnterDataSource } from './enter-data-source.js';
import { Introspection, type Probe } from './ports/introspection.js';
import { Targets } from './ports/targets.js';

const PATIENCE_MS = 10_000;

/** What became of an attempt to connect; that it failed is an answer too. */
export type TestOutcome = Probe | { readonly error: DomainError };

@Injectable()
export class TestDataSource {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly targets: Targets,
    private readonly introspection: Introspection,
    private readonly throttle: AttemptThrottle,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @throws NotFound, Forbidden, RateLimited */
  async execute(caller: Caller, dataSourceId: number): Promise<TestOutcome> {
    const source = await this.enterDataSource.execute(caller, 'data_source.write', dataSourceId);
    const event = {
      action: 'data_source.tested',
      actorUserId: caller.userId,
      organizationId: source.organizationId,
      target: { type: 'data_source', id: dataSourceId },
    };
    return recordRefusal(this.auditTrail, event, async () => {
      const throttled = testThrottles(source);
      const wait = await this.throttle.waitSeconds(throttled);
      if (wait > 0) throw new RateLimited(wait);
      const verdict = await this.attempt(source);
      const error = 'error' in verdict ? verdict.error : null;
      await this.unitOfWork.run(async () => {
        // Of many tests at once, the late ones are told to wait, and not what they found out.
        const laterWait = error
          ? await this.throttle.settle(throttled, 'failure')
          : await this.throttle.waitSeconds(throttled);
        if (laterWait > 0) throw new RateLimited(laterWait);
        const outcome = error instanceof HostNotAllowed ? 'refused' : 'success';
        const detail = { ok: error === null, reason: error?.code ?? null };
        await this.auditTrail.record({ ...event, outcome, detail });
      });
      return verdict;
    });
  }

  private async attempt(source: DataSource): Promise<TestOutcome> {
    try {
      const target = await this.targets.locate(source);
      const limits = { signal: AbortSignal.timeout(PATIENCE_MS), timeoutMs: PATIENCE_MS };
      return await this.introspection
        .probe(target, `organization ${source.organizationId}`, limits)
        .catch(rethrowBlurred);
    } catch (error) {
      if (error instanceof DomainError) return { error };
      throw error;
    }
  }
}

/** A port that is closed, one that is filtered and one where something else listens are not told apart. */
function rethrowBlurred(error: unknown): never {
  const isSilence = error instanceof DiscoveryTimeout || (error instanceof SourceFailed && error.fault === 'LOST');
  throw isSilence ? new SourceFailed('UNREACHABLE') : error;
}
