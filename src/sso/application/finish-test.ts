import { Injectable } from '@nestjs/common';
import { FindAccount } from '../../accounts/application/find-account.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { AssertedIdentity } from '../domain/asserted-identity.js';
import type { RehearsedRoles } from '../domain/claimed-groups.js';
import { type ConnectionTest, type Foreseen, isOpen } from '../domain/connection-test.js';
import { SsoFailed } from '../domain/sso.errors.js';
import { verdictOn } from '../domain/test-verdict.js';
import { Connections } from './ports/connections.js';
import { ConnectionTests } from './ports/connection-tests.js';

/** Writes down the result of a test login. Opens no session and links no account. */
@Injectable()
export class FinishTest {
  constructor(
    private readonly connections: Connections,
    private readonly tests: ConnectionTests,
    private readonly findAccount: FindAccount,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws SsoFailed ATTEMPT_ENDED when the test is over, or the configuration was changed since it began */
  async execute(input: {
    testId: number;
    connectionId: number;
    identity: AssertedIdentity;
    wouldDo: Foreseen;
    roles: RehearsedRoles | null;
    begunAt: Date;
  }): Promise<ConnectionTest['status']> {
    const { testId, connectionId, identity, wouldDo, roles, begunAt } = input;
    return this.unitOfWork.run(async () => {
      const connection = await this.connections.lock(connectionId);
      const test = await this.tests.lock(testId);
      const now = this.clock.now();
      const isCurrent = test?.configurationVersion === connection?.configurationVersion;
      if (connection === null || test?.connectionId !== connectionId || !isOpen(test, now) || !isCurrent)
        throw new SsoFailed('ATTEMPT_ENDED', 'The test has ended, or the connection was changed. Start another test.');
      const starter = await this.findAccount.execute(test.startedBy);
      if (starter === null)
        throw new SsoFailed('ACCOUNT_NOT_ACTIVE', 'The person who began the test no longer has an account. Start another test.');
      const { hasPassed, steps, outcome } = verdictOn(identity, wouldDo, roles, {
        starter,
        begunAt,
        groupsClaim: connection.settings.attributes.groups,
      });
      const status = hasPassed ? 'passed' : 'failed';
      await this.tests.finish(testId, { status, steps: [...test.steps, ...steps], outcome, at: now });
      if (hasPassed)
        await this.connections.markTested(connectionId, {
          userId: test.startedBy,
          version: test.configurationVersion,
          at: now,
        });
      await this.auditTrail.record({
        action: 'sso.connection.tested',
        outcome: hasPassed ? 'success' : 'refused',
        actorUserId: test.startedBy,
        organizationId: test.organizationId,
        target: { type: 'sso_connection', id: connectionId },
        detail: { test_id: testId, configuration_version: test.configurationVersion, would: wouldDo.outcome },
      });
      return status;
    });
  }
}
