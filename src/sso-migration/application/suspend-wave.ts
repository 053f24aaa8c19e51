import { Injectable } from '@nestjs/common';
import { ListHolders } from '../../organizations/application/list-holders.js';
import { ReadLockedEnforcement } from '../../sso-enforcement/application/read-locked-enforcement.js';
import { ReleaseSignOn } from '../../sso-enforcement/application/release-sign-on.js';
import { NotFound } from '../../shared/domain-error.js';
import { mailTo } from '../../shared/mail-to.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { wavePausedMail } from '../domain/wave-mails.js';
import { type Wave, type WaveStatus, assertCan } from '../domain/wave.js';
import { type WaveKey, Waves } from './ports/waves.js';

type Suspension =
  | { readonly action: 'pause' | 'rollback'; readonly actorUserId: number }
  /** Paused automatically: only if it is still what it was judged as, and the people who can act are told. */
  | { readonly action: 'auto_pause'; readonly because: readonly string[]; readonly from: readonly WaveStatus[] };

const EVENTS = {
  pause: 'sso.migration.wave_paused',
  rollback: 'sso.migration.wave_rolled_back',
  auto_pause: 'sso.migration.wave_auto_paused',
} as const;

/** Gives the members of a wave back every way to log in, at once. */
@Injectable()
export class SuspendWave {
  constructor(
    private readonly readLockedEnforcement: ReadLockedEnforcement,
    private readonly releaseSignOn: ReleaseSignOn,
    private readonly waves: Waves,
    private readonly listHolders: ListHolders,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Checks no permission. @throws NotFound, WaveNotThere */
  execute(key: WaveKey, suspension: Suspension): Promise<void> {
    const { organizationId, number } = key;
    const isAutomatic = suspension.action === 'auto_pause';
    return this.unitOfWork.run(async () => {
      await this.readLockedEnforcement.execute(organizationId);
      const wave = await this.waves.lock(key);
      if (wave === null) throw new NotFound('Wave');
      if (isAutomatic) assertCan(wave, 'pause', suspension.from);
      else assertCan(wave, suspension.action);
      await this.releaseSignOn.execute({ organizationId, userIds: null, waveNumber: number });
      const because = isAutomatic ? suspension.because : ['BY_HAND'];
      await this.waves.save(this.after(wave, suspension.action, because));
      await this.auditTrail.record({
        action: EVENTS[suspension.action],
        outcome: 'success',
        actorUserId: isAutomatic ? null : suspension.actorUserId,
        organizationId,
        target: { type: 'sso_wave', id: number },
        detail: { from: wave.status, ...(isAutomatic && { because }) },
      });
      if (isAutomatic) await this.tell(wave, because);
    });
  }

  private after(wave: Wave, action: Suspension['action'], because: readonly string[]): Wave {
    if (action === 'rollback') return { ...wave, status: 'rolled_back', pausedBecause: null, endedAt: this.clock.now() };
    return { ...wave, status: 'paused', pausedBecause: because.join(',') };
  }

  private async tell({ organizationId, number, name }: Wave, because: readonly string[]): Promise<void> {
    const { subject, body } = wavePausedMail(name, because);
    const contacts = await this.listHolders.execute(organizationId, 'sso.enforce');
    const cause = { about: `sso_wave:${number}`, organizationId };
    await this.mailer.send(...contacts.map((contact) => mailTo(contact, subject, body, cause)));
  }
}
