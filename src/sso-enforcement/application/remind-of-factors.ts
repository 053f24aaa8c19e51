import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { ServiceOrigin } from '../../shared/ports/service-origin.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { REMINDED_DAYS_BEFORE, factorReminderMail } from '../domain/sign-in-requirements.js';
import { SignInRequirementsKept } from './ports/sign-in-requirements-kept.js';

const AT_ONCE = 200;

/** Tells people without a second factor that an organization of theirs will soon require one. */
@Injectable()
export class RemindOfFactors {
  constructor(
    private readonly requirements: SignInRequirementsKept,
    private readonly service: ServiceOrigin,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** May be run again at any time: what was sent is not sent again. @returns how many mails there were */
  async execute(): Promise<number> {
    const now = this.clock.now();
    let sent = 0;
    for (let taken = AT_ONCE; taken === AT_ONCE; sent += taken) taken = await this.unitOfWork.run(() => this.remind(now));
    await this.requirements.forgetReminders(now);
    return sent;
  }

  private async remind(now: Date): Promise<number> {
    const people = await this.requirements.takeReminders(now, REMINDED_DAYS_BEFORE, AT_ONCE);
    const mails = people.map((person) => ({
      ...factorReminderMail(person, this.service.pagesUrl),
      about: `member:${person.userId}`,
      organizationId: person.organizationId,
    }));
    await this.mailer.send(...mails);
    return people.length;
  }
}
