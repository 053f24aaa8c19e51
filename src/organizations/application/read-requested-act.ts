import { Injectable } from '@nestjs/common';
import { ValidationFailed } from '../../shared/domain-error.js';
import { Clock } from '../../shared/ports/clock.js';
import { type AccessKind, type AccessSubject, type RequestedAct, subjectOf } from '../domain/access-request.js';
import { UnknownReference } from '../domain/organization.errors.js';
import { Members } from './ports/members.js';
import { Roles } from './ports/roles.js';
import { type Refused, SealedChanges } from './ports/sealed-changes.js';
import { type Said, say } from '../../shared/sentence.js';

export interface ActFields {
  readonly kind: AccessKind;
  readonly email: string | null;
  readonly roleId: number | null;
  readonly userId: number | null;
  readonly connectionId: number | null;
  /** The version that an owner looked at: a connection that changes afterwards counts as another one. */
  readonly configurationVersion: number | null;
  /** The sealed change from the refusal. */
  readonly change: string | null;
}

/**
 * What somebody asks for, in the form in which requests and acts are compared; only of the organization
 * whose owners are asked.
 */
@Injectable()
export class ReadRequestedAct {
  constructor(
    private readonly roles: Roles,
    private readonly members: Members,
    private readonly sealedChanges: SealedChanges,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailed, UnknownReference */
  async execute(organizationId: number, userId: number, fields: ActFields): Promise<AccessSubject> {
    if (fields.kind === 'change') return this.refusedChange({ organizationId, userId }, fields.change);
    const act = actOf(fields, fields.kind);
    if (act.kind === 'give_role') {
      const role = await this.roles.find(act.roleId);
      if (role?.organizationId !== organizationId) throw new UnknownReference('role_id', 'role');
      return subjectOf({ ...act, permissions: role.permissions });
    }
    if (act.kind === 'reset_factors' && (await this.members.find(organizationId, act.userId)) === null)
      throw new UnknownReference('user_id', 'member');
    return subjectOf(act);
  }

  private refusedChange(refused: Refused, sealed: string | null): AccessSubject {
    const change = sealed === null ? null : this.sealedChanges.open(refused, sealed, this.clock.now());
    if (change !== null) return change;
    throw new ValidationFailed([
      {
        field: 'change',
        message: 'Try the change first. Then send access_request.change from the refusal within an hour.',
      },
    ]);
  }
}

type AskedRole = Omit<Extract<RequestedAct, { kind: 'give_role' }>, 'permissions'>;
type SingleAct = Exclude<RequestedAct, { kind: 'change' | 'give_role' }> | AskedRole;

const NEEDED: Readonly<Record<Exclude<SingleAct['kind'], 'act_as_owner'>, Said>> = {
  give_role: say('email and role_id'),
  reset_factors: say('user_id'),
  activate_connection: say('connection_id and configuration_version'),
};

function actOf({ email, roleId, userId, connectionId, configurationVersion }: ActFields, kind: SingleAct['kind']): SingleAct {
  if (kind === 'act_as_owner') return { kind };
  if (kind === 'give_role' && email !== null && roleId !== null) return { kind, email, roleId };
  if (kind === 'reset_factors' && userId !== null) return { kind, userId };
  if (kind === 'activate_connection' && connectionId !== null && configurationVersion !== null)
    return { kind, connectionId, configurationVersion };
  throw new ValidationFailed([{ field: 'kind', message: say('Send {fields} with {kind}.', { fields: NEEDED[kind], kind }) }]);
}
