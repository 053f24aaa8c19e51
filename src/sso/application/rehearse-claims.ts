import { Injectable } from '@nestjs/common';
import { LockAccount } from '../../accounts/application/lock-account.js';
import { ReadHeldRoles } from '../../organizations/application/read-held-roles.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { DatedGroups, RehearsedRoles } from '../domain/claimed-groups.js';
import type { Connection } from '../domain/connection.js';
import { ApplyClaims } from './apply-claims.js';
import { DecideClaims } from './decide-claims.js';
import { HoldConnection } from './hold-connection.js';

/** Thrown so that the unit of work rolls back what the rehearsal wrote. */
class RehearsalEnded extends Error {
  constructor(readonly outcome: RehearsedRoles | null) {
    super('A test login changes no roles.');
  }
}

/** Shows what the groups of a login would change: it changes that and rolls it back, so that the test and the login have one rule. */
@Injectable()
export class RehearseClaims {
  constructor(
    private readonly lockAccount: LockAccount,
    private readonly holdConnection: HoldConnection,
    private readonly decideClaims: DecideClaims,
    private readonly applyClaims: ApplyClaims,
    private readonly readHeldRoles: ReadHeldRoles,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Needs a unit of work of its own, outside of any other. @param memberId `null` for everybody else */
  async execute(
    held: Pick<Connection, 'id' | 'organizationId'>,
    memberId: number | null,
    said: DatedGroups,
  ): Promise<RehearsedRoles | null> {
    try {
      return await this.unitOfWork.run(async () => {
        throw new RehearsalEnded(await this.rehearse(held, memberId, said));
      });
    } catch (error) {
      if (error instanceof RehearsalEnded) return error.outcome;
      throw error;
    }
  }

  private async rehearse(
    held: Pick<Connection, 'id' | 'organizationId'>,
    memberId: number | null,
    said: DatedGroups,
  ): Promise<RehearsedRoles | null> {
    const account = memberId === null ? null : await this.lockAccount.execute(memberId);
    const connection = await this.holdConnection.execute(held);
    if (connection === null) return null;
    if (account === null) {
      const decision = await this.decideClaims.execute(connection, null, said);
      return decision && { decision, before: null, after: null };
    }
    const { organizationId } = connection;
    const before = await this.readHeldRoles.execute(organizationId, account.id);
    const applied = await this.applyClaims.execute(connection, account.id, said);
    return applied && { decision: applied.decision, before, after: await this.readHeldRoles.execute(organizationId, account.id) };
  }
}
