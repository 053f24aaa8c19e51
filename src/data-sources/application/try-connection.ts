import { Injectable } from '@nestjs/common';
import { DomainError, RateLimited, Unavailable, ValidationFailed } from '../../shared/domain-error.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { DiscoveryTimeout, HostNotAllowed, SourceFailed } from '../domain/data-source.errors.js';
import { testThrottles } from '../domain/test-throttle.js';
import { NoteReading } from './note-reading.js';
import { Introspection } from './ports/introspection.js';
import { RestingConnections } from './ports/resting-connections.js';
import type { Probe } from '../../engines/catalog-reader/reading.js';
import type { GivenSource } from './ports/targets.js';
import type { Target } from '../../engines/catalog-reader/target.js';

const PATIENCE_MS = 10_000;

/** The outcome of an attempt to connect; a failure is an answer too. */
export type TestOutcome = Probe | { readonly error: DomainError };

/** What tests of stored and of given connections share: how often, and the trail. */
@Injectable()
export class TryConnection {
  constructor(
    private readonly introspection: Introspection,
    private readonly restingConnections: RestingConnections,
    private readonly throttle: AttemptThrottle,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly noteReading: NoteReading,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailed, RateLimited, Unavailable */
  async execute(input: {
    actorUserId: number;
    source: GivenSource;
    /** `null` for one that is not stored. */
    dataSourceId: number | null;
    locate: () => Promise<Target>;
  }): Promise<TestOutcome> {
    const { actorUserId, source, dataSourceId, locate } = input;
    const { organizationId, engine } = source;
    const target = dataSourceId === null ? {} : { target: { type: 'data_source', id: dataSourceId } };
    const event = { action: 'data_source.tested', actorUserId, organizationId, ...target };
    return recordRefusal(this.auditTrail, event, async () => {
      const throttled = testThrottles(source);
      const wait = await this.throttle.waitSeconds(throttled);
      if (wait > 0) throw new RateLimited(wait);
      const begunAt = this.clock.now();
      const verdict = await this.attempt(organizationId, locate);
      const error = 'error' in verdict ? verdict.error : null;
      await this.unitOfWork.run(async () => {
        // When many tests come at once, the late ones must wait, and do not get their result.
        const laterWait = error ? await this.throttle.settle(throttled, 'failure') : await this.throttle.waitSeconds(throttled);
        if (laterWait > 0) throw new RateLimited(laterWait);
        if (dataSourceId !== null) await this.noteReading.execute(dataSourceId, begunAt, error);
        const outcome = error instanceof HostNotAllowed ? 'refused' : 'success';
        const detail = { ok: error === null, reason: error?.code ?? null, ...(dataSourceId === null && { engine }) };
        await this.auditTrail.record({ ...event, outcome, detail });
      });
      return verdict;
    });
  }

  private async attempt(organizationId: number, locate: () => Promise<Target>): Promise<TestOutcome> {
    try {
      const target = await locate();
      await this.restingConnections.closeAt(target);
      return await this.introspection.probe(target, `organization ${organizationId}`, PATIENCE_MS).catch(rethrowBlurred);
    } catch (error) {
      // Neither a mistake in what was sent nor a full line says anything about the source.
      if (error instanceof DomainError && !(error instanceof ValidationFailed) && !(error instanceof Unavailable)) return { error };
      throw error;
    }
  }
}

/** The answer does not distinguish a closed port, a filtered one and one where something else listens. */
function rethrowBlurred(error: unknown): never {
  const isSilence = error instanceof DiscoveryTimeout || (error instanceof SourceFailed && error.fault === 'LOST');
  throw isSilence ? new SourceFailed('UNREACHABLE') : error;
}
