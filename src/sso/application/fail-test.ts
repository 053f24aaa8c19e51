import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { isOpen } from '../domain/connection-test.js';
import type { SsoFailed } from '../domain/sso.errors.js';
import { verdictOnFault } from '../domain/test-verdict.js';
import { ConnectionTests } from './ports/connection-tests.js';

/** A test login broke off: its report says where. */
@Injectable()
export class FailTest {
  constructor(
    private readonly tests: ConnectionTests,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** A test that is over does not change. */
  async execute(input: { testId: number; connectionId: number; error: SsoFailed }): Promise<void> {
    const { testId, connectionId, error } = input;
    await this.unitOfWork.run(async () => {
      const test = await this.tests.lock(testId);
      const at = this.clock.now();
      if (test?.connectionId !== connectionId || !isOpen(test, at)) return;
      const { steps, outcome } = verdictOnFault(error.fault, error.reason ?? error.message);
      await this.tests.finish(testId, { status: 'failed', steps: [...test.steps, ...steps], outcome, at });
      await this.auditTrail.record({
        action: 'sso.connection.tested',
        outcome: 'refused',
        actorUserId: test.startedBy,
        organizationId: test.organizationId,
        target: { type: 'sso_connection', id: connectionId },
        detail: { test_id: testId, configuration_version: test.configurationVersion, fault: error.fault },
      });
    });
  }
}
