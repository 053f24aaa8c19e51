import { Injectable } from '@nestjs/common';
import { FindSignOnOfOrganization } from '../../sso/application/find-sign-on-of-organization.js';
import { forEachSettled } from '../../shared/for-each-settled.js';
import { mailTo } from '../../shared/mail-to.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { ServiceOrigin } from '../../shared/ports/service-origin.js';
import { reminderMail } from '../domain/wave-mails.js';
import { ClassifyMembers } from './classify-members.js';
import { type DueReminder, WaveMembers } from './ports/wave-members.js';
import { type WaveKey, type ToldWave, Waves } from './ports/waves.js';

export const REMIND_JOB = 'sso-migration.remind';
const AT_ONCE = 200;

/** Tells the members of waves what comes, and what they have to do first. */
@Injectable()
export class RemindMembers {
  constructor(
    private readonly waves: Waves,
    private readonly members: WaveMembers,
    private readonly classifyMembers: ClassifyMembers,
    private readonly service: ServiceOrigin,
    private readonly findSignOnOfOrganization: FindSignOnOfOrganization,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** May be run again at any time: what was sent is not sent again. @returns how many mails there were */
  async execute(): Promise<number> {
    let sent = 0;
    await forEachSettled(await this.waves.told(this.clock.now()), async (wave) => {
      for (let taken = AT_ONCE; taken === AT_ONCE;) {
        const round = await this.unitOfWork.run(() => this.remind(wave));
        taken = round.taken;
        sent += round.sent;
      }
      if (wave.status === 'scheduled') await this.waves.markNotified(wave, this.clock.now());
    });
    return sent;
  }

  private async remind(wave: ToldWave): Promise<{ taken: number; sent: number }> {
    const now = this.clock.now();
    const due = await this.members.takeReminders(wave, now, AT_ONCE);
    if (due.length === 0) return { taken: 0, sent: 0 };
    const userIds = due.map(({ userId }) => userId);
    const judged = await this.classifyMembers.execute(wave.organizationId, { userIds });
    const groups = new Map(judged.map(({ userId, group }) => [userId, group]));
    const addresses = await this.addressesOf(wave, due);
    const told = due.flatMap((member) => {
      const group = groups.get(member.userId);
      // They can do nothing about it themselves.
      if (group === undefined || group === 'requires_admin_intervention') return [];
      const startUrl = addresses.get(domainOf(member.email)) ?? null;
      const startsAt = member.reminder === 'start' ? null : wave.startsAt;
      const { pagesUrl } = this.service;
      const { subject, body } = reminderMail(member.reminder, group, { startsAt, startUrl, pagesUrl });
      return [
        {
          userId: member.userId,
          mail: mailTo(member, subject, body, { about: `member:${member.userId}`, organizationId: wave.organizationId }),
        },
      ];
    });
    await this.mailer.send(...told.map(({ mail }) => mail));
    const toldIds = told.map(({ userId }) => userId);
    await this.members.markTold(wave, toldIds, now);
    return { taken: due.length, sent: told.length };
  }

  /** One lookup for each domain, not for each member: domains are few. */
  private async addressesOf({ organizationId }: WaveKey, due: readonly DueReminder[]): Promise<Map<string, string | null>> {
    const found = new Map<string, string | null>();
    for (const { email } of due) {
      const domain = domainOf(email);
      if (found.has(domain)) continue;
      const address = await this.findSignOnOfOrganization.execute({ organizationId, email });
      found.set(domain, address?.startUrl ?? null);
    }
    return found;
  }
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}
