import { Injectable } from '@nestjs/common';
import { LockAccount } from '../../accounts/application/lock-account.js';
import { ApplyGrants } from '../../organizations/application/apply-grants.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { DatedGroups } from '../domain/claimed-groups.js';
import type { Connection } from '../domain/connection.js';
import type { ForeseenRoles } from '../domain/foreseen-roles.js';
import { ApplyClaims } from './apply-claims.js';
import { DecideClaims } from './decide-claims.js';
import { HoldConnection } from './hold-connection.js';

/** Takes back what was written to find out. */
class Rehearsed extends Error {
  constructor(readonly outcome: ForeseenRoles | null) {
    super('A test login changes no roles.');
  }
}

/** Shows what a login would change by having it changed, and taking that back: there is no second rule that could say something else. */
@Injectable()
export class ForetellClaims {
  constructor(
    private readonly lockAccount: LockAccount,
    private readonly holdConnection: HoldConnection,
    private readonly decideClaims: DecideClaims,
    private readonly applyClaims: ApplyClaims,
    private readonly applyGrants: ApplyGrants,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Needs a unit of work of its own, outside of any other. @param memberId `null` for everybody else */
  async execute(
    held: Pick<Connection, 'id' | 'organizationId'>,
    memberId: number | null,
    said: DatedGroups,
  ): Promise<ForeseenRoles | null> {
    try {
      return await this.unitOfWork.run(async () => {
        throw new Rehearsed(await this.rehearse(held, memberId, said));
      });
    } catch (error) {
      if (error instanceof Rehearsed) return error.outcome;
      throw error;
    }
  }

  private async rehearse(
    held: Pick<Connection, 'id' | 'organizationId'>,
    memberId: number | null,
    said: DatedGroups,
  ): Promise<ForeseenRoles | null> {
    const account = memberId === null ? null : await this.lockAccount.execute(memberId);
    const connection = await this.holdConnection.execute(held);
    if (connection === null) return null;
    if (account === null) {
      const decision = await this.decideClaims.execute(connection, null, said);
      return decision && { decision, before: null, after: null };
    }
    const { organizationId } = connection;
    const before = await this.applyGrants.heldBy(organizationId, account.id);
    const applied = await this.applyClaims.execute(connection, account.id, said);
    return applied && { decision: applied.decision, before, after: await this.applyGrants.heldBy(organizationId, account.id) };
  }
}
