import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { BuiltInRole } from '../domain/role.js';
import { Directory } from './ports/directory.js';
import { Members } from './ports/members.js';
import { Roles } from './ports/roles.js';

@Injectable()
export class AddMember {
  constructor(
    private readonly roles: Roles,
    private readonly members: Members,
    private readonly directory: Directory,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws MemberAlready, NotFound */
  execute(input: { organizationId: number; userId: number; role: BuiltInRole; actorUserId: number | null }): Promise<void> {
    return this.unitOfWork.run(async () => {
      const { organizationId, userId, role, actorUserId } = input;
      const { id: roleId } = await this.roles.builtIn(organizationId, role);
      await this.members.add({ organizationId, userId, roleId, joinedAt: this.clock.now() });
      await this.directory.entered({ organizationId, userId });
      await this.auditTrail.record({
        action: 'member.added',
        outcome: 'success',
        actorUserId,
        organizationId,
        target: { type: 'user', id: userId },
        detail: { role },
      });
    });
  }
}
