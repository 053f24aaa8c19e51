import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { MailPasswordLink } from './mail-password-link.js';
import { Users } from './ports/users.js';

/** The second half of a reset request, run as a job: mails the link if the account may still have one. */
@Injectable()
export class AnswerResetRequest {
  constructor(
    private readonly users: Users,
    private readonly mailPasswordLink: MailPasswordLink,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  execute({ userId, requestId }: { userId: number | null; requestId: string }): Promise<void> {
    return this.unitOfWork.run(async () => {
      const user = userId === null ? null : await this.users.hold(userId);
      if (user === null || !user.isActive || (user.passwordHash === null && user.provisionedBy === null)) return;
      await this.mailPasswordLink.execute({ user, requestId });
    });
  }
}
