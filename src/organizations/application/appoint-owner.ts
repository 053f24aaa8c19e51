import { Injectable } from '@nestjs/common';
import { EndDirectoryPassword } from '../../accounts/application/end-directory-password.js';
import { NotFound } from '../../shared/domain-error.js';
import { inMail } from '../../shared/in-mail.js';
import { say } from '../../shared/sentence.js';
import { mailTo } from '../../shared/mail-to.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { Directory } from './ports/directory.js';
import { Members } from './ports/members.js';
import { Organizations } from './ports/organizations.js';
import { Roles } from './ports/roles.js';

/** For an organization that has no owner left; run by the operator of the installation, who has the database anyway. */
@Injectable()
export class AppointOwner {
  constructor(
    private readonly organizations: Organizations,
    private readonly roles: Roles,
    private readonly members: Members,
    private readonly endDirectoryPassword: EndDirectoryPassword,
    private readonly directory: Directory,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Tells every owner so far. @throws NotFound */
  execute({ organizationId, userId }: { organizationId: number; userId: number }): Promise<void> {
    return this.unitOfWork.run(async () => {
      await this.endDirectoryPassword.execute(userId);
      const organization = await this.organizations.lock(organizationId);
      if (organization === null) throw new NotFound('Organization');
      const owners = await this.members.ownersOf(organizationId);
      const { id: roleId } = await this.roles.builtIn(organizationId, 'owner');
      await this.members.admit({ organizationId, userId, roleId, joinedAt: this.clock.now() });
      await this.members.changeRole(organizationId, userId, roleId);
      await this.directory.entered({ organizationId, userId });
      const subject = say('{organization} has a new owner', { organization: inMail(organization.name) });
      const body = [
        'The operator of the installation has made a person an owner of the organization, on the command line. The list of members shows who it is. If you do not know why, ask the operator of the installation.',
      ] as const;
      const cause = { about: `member:${userId}`, organizationId };
      await this.mailer.send(...owners.map((owner) => mailTo(owner, subject, body, cause)));
      await this.auditTrail.record({
        action: 'member.owner_appointed',
        outcome: 'success',
        actorUserId: null,
        organizationId,
        target: { type: 'user', id: userId },
      });
    });
  }
}
