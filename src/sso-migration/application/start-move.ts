import { Injectable } from '@nestjs/common';
import { LockOrganization } from '../../organizations/application/lock-organization.js';
import { DescribeSsoReadiness } from '../../sso/application/describe-sso-readiness.js';
import { FindStartAddress } from '../../sso/application/find-start-address.js';
import { HoldConnection } from '../../sso/application/hold-connection.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound, ValidationFailed } from '../../shared/domain-error.js';
import { mailTo } from '../../shared/mail-to.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { ConnectionsNotOpen } from '../domain/move.errors.js';
import { type MoveView, type MovingPerson, moveProblems, moveStartedMail } from '../domain/move.js';
import { type MoveRoute, Moves } from './ports/moves.js';

interface MoveProposal extends MoveRoute {
  readonly caller: Caller;
  readonly name: string;
  readonly userIds: readonly number[];
}

/** From now on the chosen people come through the new provider, which needs no password of theirs to link them. */
@Injectable()
export class StartMove {
  constructor(
    private readonly access: AccessControl,
    private readonly lockOrganization: LockOrganization,
    private readonly describeReadiness: DescribeSsoReadiness,
    private readonly holdConnection: HoldConnection,
    private readonly findStartAddress: FindStartAddress,
    private readonly moves: Moves,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden, NotFound, ConnectionsNotOpen, ValidationFailed */
  async execute(proposal: MoveProposal): Promise<MoveView> {
    const { caller, organizationId } = proposal;
    await this.access.require(caller, 'sso.enforce', { organizationId });
    const event = { action: 'sso.move.started', actorUserId: caller.userId, organizationId };
    return recordRefusal(this.auditTrail, event, () => this.unitOfWork.run(() => this.start(proposal, event)));
  }

  private async start(
    { caller, organizationId, name, userIds, ...route }: MoveProposal,
    event: { action: string; actorUserId: number; organizationId: number },
  ): Promise<MoveView> {
    // Two waves at once must not take the same person, nor the same number. Audit entries of others may still refer to the organization.
    if (!(await this.lockOrganization.execute(organizationId, 'alone'))) throw new NotFound('Organization');
    await this.access.require(caller, 'sso.enforce', { organizationId });
    const toConfigurationVersion = await this.versionOfOpen({ organizationId, ...route });
    const people = await this.moves.among({ organizationId, ...route }, userIds);
    const refusals = moveProblems(userIds, people);
    if (refusals.length > 0) throw new ValidationFailed(refusals);
    const { fromConnectionId, toConnectionId } = route;
    const begun = { organizationId, fromConnectionId, toConnectionId, toConfigurationVersion, name, startedAt: this.clock.now() };
    const number = await this.moves.add(begun, people);
    const detail = { name, members: people.length, from_connection_id: fromConnectionId, to_connection_id: toConnectionId };
    await this.auditTrail.record({ ...event, target: { type: 'sso_move', id: number }, outcome: 'success', detail });
    const move = await this.moves.find({ organizationId, number });
    if (move === null) throw new NotFound('Wave');
    await this.tell(move, people);
    return move;
  }

  /** An active connection has passed a test as it is. @returns the configuration of the new one, which stays as it is until the wave is there */
  private async versionOfOpen({ organizationId, fromConnectionId, toConnectionId }: MoveRoute): Promise<number> {
    const { connections } = await this.describeReadiness.execute({ organizationId, userIds: [] });
    const active = connections.filter(({ status }) => status === 'active').map(({ id }) => id);
    const isOpen = active.includes(fromConnectionId) && active.includes(toConnectionId);
    const held = isOpen ? await this.holdConnection.execute({ id: toConnectionId, organizationId }) : null;
    if (held?.status !== 'active' || fromConnectionId === toConnectionId) throw new ConnectionsNotOpen();
    return held.configurationVersion;
  }

  private async tell({ organizationId, toConnectionId, toName }: MoveView, people: readonly MovingPerson[]): Promise<void> {
    const { subject, body } = moveStartedMail(toName, this.findStartAddress.execute(toConnectionId));
    const mails = people.map((person) => mailTo(person, subject, body, { about: `member:${person.userId}`, organizationId }));
    await this.mailer.send(...mails);
  }
}
