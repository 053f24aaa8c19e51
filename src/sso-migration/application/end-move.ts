import { Injectable } from '@nestjs/common';
import { DropIdentity } from '../../sso/application/drop-identity.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { mailTo } from '../../shared/mail-to.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { MoveEnded, MoveHeldUp } from '../domain/move.errors.js';
import { type MoveView, moveRolledBackMail } from '../domain/move.js';
import { type MoveKey, type MoveMember, Moves } from './ports/moves.js';

const ACTIONS = { confirmed: 'sso.move.confirmed', rolled_back: 'sso.move.rolled_back' } as const;

type End = keyof typeof ACTIONS;

/** Ends a wave, all at once or not at all. */
@Injectable()
export class EndMove {
  constructor(
    private readonly access: AccessControl,
    private readonly moves: Moves,
    private readonly dropIdentity: DropIdentity,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Confirmed: those who came through the new provider lose the link to the former one, and the sessions that it opened;
   * the others sign in there as before. Rolled back: all sign in there as before, and links to the new one stay. @throws
   * Forbidden, NotFound, MoveEnded, MoveHeldUp, LastLoginMethod
   */
  async execute(caller: Caller, key: MoveKey, end: End): Promise<MoveView> {
    const { organizationId, number } = key;
    await this.access.require(caller, 'sso.enforce', { organizationId });
    const target = { type: 'sso_move', id: number };
    const event = { action: ACTIONS[end], actorUserId: caller.userId, organizationId, target };
    await recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const move = await this.moves.lock(key);
        if (move === null) throw new NotFound('Wave');
        // Again, under the lock: the caller may have lost their role while they waited for it.
        await this.access.require(caller, 'sso.enforce', { organizationId });
        if (move.status !== 'started') throw new MoveEnded();
        const view = await this.found(key);
        if (end === 'confirmed' && view.isHeldUp) throw new MoveHeldUp();
        const members = await this.moves.membersOf(key);
        const arrived = members.filter(({ hasArrived }) => hasArrived);
        if (end === 'confirmed') await this.unlink(caller, organizationId, arrived);
        await this.moves.end(key, end, arrived.length, this.clock.now());
        await this.auditTrail.record({ ...event, outcome: 'success', detail: { members: members.length, arrived: arrived.length } });
        if (end === 'rolled_back') await this.tell(view, members);
      }),
    );
    return this.found(key);
  }

  /** In the order of the accounts, which a login locks as well. */
  private async unlink(caller: Caller, organizationId: number, arrived: readonly MoveMember[]): Promise<void> {
    for (const { identityId } of arrived)
      await this.dropIdentity.execute({ organizationId, identityId, actorUserId: caller.userId }).catch((error: unknown) => {
        // They have unlinked it themselves, or are gone.
        if (!(error instanceof NotFound)) throw error;
      });
  }

  private async found(key: MoveKey): Promise<MoveView> {
    const view = await this.moves.find(key);
    if (view === null) throw new NotFound('Wave');
    return view;
  }

  private async tell({ organizationId, fromName }: MoveView, members: readonly MoveMember[]): Promise<void> {
    const { subject, body } = moveRolledBackMail(fromName);
    await this.mailer.send(...members.map((member) => mailTo(member, subject, body, { about: `member:${member.userId}`, organizationId })));
  }
}
