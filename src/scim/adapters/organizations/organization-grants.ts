import { Injectable } from '@nestjs/common';
import { ApplyGrants } from '../../../organizations/application/apply-grants.js';
import { HoldGrantable } from '../../../organizations/application/hold-grantable.js';
import type { Held } from '../../../shared/ports/access-control.js';
import { Grants } from '../../application/ports/grants.js';
import type { Entitlements, MappingSettings } from '../../domain/group-mapping.js';

@Injectable()
export class OrganizationGrants extends Grants {
  constructor(
    private readonly holdGrantable: HoldGrantable,
    private readonly applyGrants: ApplyGrants,
  ) {
    super();
  }

  assertGrantable(held: Held, organizationId: number, settings: MappingSettings): Promise<void> {
    const { defaultRoleId, mappings } = settings;
    return this.holdGrantable.execute(held, organizationId, [
      ...(defaultRoleId === null ? [] : [{ field: 'default_role_id', roleId: defaultRoleId, workspaceId: null }]),
      ...mappings.map(({ roleId, workspaceId }, index) => ({ field: `mappings.${index}`, roleId, workspaceId })),
    ]);
  }

  apply(input: {
    organizationId: number;
    entitlements: Omit<Entitlements, 'userIds'> & { readonly userIds: readonly number[] | null };
    fallbackRoleId: number | null;
    held: Held | null;
    actorUserId: number | null;
  }): Promise<void> {
    const { entitlements, ...rest } = input;
    return this.applyGrants.execute({ ...rest, ...entitlements });
  }
}
