import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { RateLimited } from '../../shared/domain-error.js';
import { mintToken } from '../../shared/one-time-token.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { isConfigured } from '../domain/connection.js';
import { ConnectionNotConfigured } from '../domain/connection.errors.js';
import { type ConnectionTest, TEST_MINUTES } from '../domain/connection-test.js';
import { probeThrottle } from '../domain/probe-throttle.js';
import { startUrlOf } from '../domain/service-addresses.js';
import { ServiceOrigin } from '../../shared/ports/service-origin.js';
import { EnterConnection } from './enter-connection.js';
import { ConnectionTests } from './ports/connection-tests.js';
import { IdentityProvider } from './ports/identity-provider.js';

/** Checks everything that needs no login, and lets the caller log in for the rest. */
@Injectable()
export class StartTest {
  constructor(
    private readonly enterConnection: EnterConnection,
    private readonly tests: ConnectionTests,
    private readonly provider: IdentityProvider,
    private readonly service: ServiceOrigin,
    private readonly throttle: AttemptThrottle,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns `startUrl` is for the caller alone; `null` when the test has failed already @throws NotFound, Forbidden,
   * ConnectionNotConfigured, RateLimited
   */
  async execute(caller: Caller, connectionId: number): Promise<{ test: ConnectionTest; startUrl: string | null }> {
    const { connection } = await this.enterConnection.execute(caller, 'sso.manage', connectionId);
    if (!isConfigured(connection)) throw new ConnectionNotConfigured();
    const { organizationId, configurationVersion } = connection;
    const throttled = probeThrottle(organizationId);
    const wait = await this.throttle.waitSeconds(throttled);
    if (wait > 0) throw new RateLimited(wait);
    const steps = await this.provider.probe(connection);
    const hasFailed = steps.some(({ outcome }) => outcome === 'failed');
    const { token, hash: ticketHash } = mintToken();
    return this.unitOfWork.run(async () => {
      if (hasFailed) await this.throttle.settle(throttled, 'failure');
      const startedAt = this.clock.now();
      const test = await this.tests.add({
        organizationId,
        connectionId,
        configurationVersion,
        startedBy: caller.userId,
        ticketHash,
        status: hasFailed ? 'failed' : 'running',
        steps,
        startedAt,
        expiresAt: new Date(startedAt.getTime() + TEST_MINUTES * 60_000),
        finishedAt: hasFailed ? startedAt : null,
      });
      await this.auditTrail.record({
        action: 'sso.connection.test_started',
        outcome: hasFailed ? 'refused' : 'success',
        actorUserId: caller.userId,
        organizationId,
        target: { type: 'sso_connection', id: connectionId },
        detail: { test_id: test.id, configuration_version: configurationVersion, status: test.status },
      });
      const startUrl = `${startUrlOf(this.service.publicUrl, connectionId)}?test=${token}`;
      return { test, startUrl: hasFailed ? null : startUrl };
    });
  }
}
