import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { type FieldError, Unauthorized, ValidationFailed } from '../../shared/domain-error.js';
import { asName } from '../../shared/display-name.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { Users } from './ports/users.js';

/** An address as a name could be that of somebody else. */
const NO_ADDRESS: FieldError = { field: 'display_name', message: 'Must be a name without @, not an address.' };

/** A person says what others call them, or that nobody calls them anything but their username. */
@Injectable()
export class ChangeDisplayName {
  constructor(
    private readonly users: Users,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @returns the name that is shown from now on @throws ValidationFailed, Unauthorized when the account is gone */
  execute({ userId }: Caller, displayName: string | null): Promise<string | null> {
    if (displayName?.includes('@') === true) throw new ValidationFailed([NO_ADDRESS]);
    return this.unitOfWork.run(async () => {
      const user = await this.users.lock(userId);
      if (user === null) throw new Unauthorized();
      const shown = user.showAs(displayName && asName(displayName), 'self', this.clock.now());
      if (shown === user) return shown.displayName;
      await this.users.save(shown);
      const target = { type: 'user', id: userId } as const;
      const detail = { display_name: shown.displayName };
      await this.auditTrail.record({ action: 'user.display_name_changed', outcome: 'success', actorUserId: userId, target, detail });
      return shown.displayName;
    });
  }
}
