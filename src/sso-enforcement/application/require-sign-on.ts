import { Injectable } from '@nestjs/common';
import { EndUnsignedSessions } from '../../sessions/application/end-unsigned-sessions.js';
import { NotFound } from '../../shared/domain-error.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { BREAK_GLASS_SESSION_SECONDS } from '../domain/break-glass.js';
import { LockEnforcement } from './lock-enforcement.js';
import { Exemptions } from './ports/exemptions.js';
import { BreakGlasses } from './ports/break-glasses.js';
import type { Exemption } from '../domain/exemption.js';
import { Enforcements } from './ports/enforcements.js';

@Injectable()
export class RequireSignOn {
  constructor(
    private readonly lockEnforcement: LockEnforcement,
    private readonly enforcements: Enforcements,
    private readonly breakGlasses: BreakGlasses,
    private readonly exemptions: Exemptions,
    private readonly endUnsignedSessions: EndUnsignedSessions,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * From now on these members log in through the identity provider; their sessions without it end, or last for the
   * grace period. Checks no permission and no precondition. Joins the unit of work, before it locks a session; doing it
   * again renews the grace period, which revives nothing.
   * @param input.userIds `null` for all members, including those who join later
   * @throws NotFound when there is no such organization
   */
  execute(input: {
    organizationId: number;
    userIds: readonly number[] | null;
    waveNumber: number | null;
    graceSeconds: number;
  }): Promise<void> {
    const { organizationId, userIds, waveNumber, graceSeconds } = input;
    return this.unitOfWork.run(async () => {
      if ((await this.lockEnforcement.execute(organizationId)) === null) throw new NotFound('Organization');
      const loginsFrom = this.clock.now();
      const sessionsFrom = new Date(loginsFrom.getTime() + graceSeconds * 1000);
      await this.enforcements.require({ organizationId, userIds, waveNumber, loginsFrom, sessionsFrom });
      const except = await this.exemptions.passwordUsersOf(organizationId, loginsFrom);
      const until = graceSeconds > 0 ? sessionsFrom : null;
      await this.endUnsignedSessions.execute({ organizationId, userIds, except, until });
      const exempt = await this.exemptions.of(organizationId, loginsFrom);
      await this.shortenExempt(userIds === null ? exempt : exempt.filter(({ userId }) => userIds.includes(userId)), sessionsFrom);
      const emergency = (await this.breakGlasses.of(organizationId)).map(({ userId }) => userId);
      if (userIds === null && emergency.length > 0) await this.shortenEmergency(organizationId, emergency, loginsFrom, sessionsFrom);
    });
  }

  /** Their open sessions end with the exemption, so that they need no other look at the clock. */
  private async shortenExempt(exempt: readonly Exemption[], sessionsFrom: Date): Promise<void> {
    for (const { organizationId, userId, expiresAt } of exempt) {
      const until = expiresAt > sessionsFrom ? expiresAt : sessionsFrom;
      await this.endUnsignedSessions.execute({ organizationId, userIds: [userId], except: [], until });
    }
  }

  /** Their open sessions must not extend the hour that an emergency is granted. */
  private shortenEmergency(organizationId: number, userIds: readonly number[], now: Date, sessionsFrom: Date): Promise<void> {
    const until = new Date(Math.max(now.getTime() + BREAK_GLASS_SESSION_SECONDS * 1000, sessionsFrom.getTime()));
    return this.endUnsignedSessions.execute({ organizationId, userIds, except: [], until });
  }
}
