import { Injectable } from '@nestjs/common';
import { FindAccount } from '../../../accounts/application/find-account.js';
import { HoldGrantable } from '../../../organizations/application/hold-grantable.js';
import { ListAffiliations } from '../../../organizations/application/list-affiliations.js';
import { ListHolders } from '../../../organizations/application/list-holders.js';
import type { Contact } from '../../../shared/mail-to.js';
import { covers, isPermission } from '../../../shared/permission.js';
import type { Held } from '../../../shared/ports/access-control.js';
import { type Administrator, Administrators } from '../../application/ports/administrators.js';

@Injectable()
export class OrganizationAdministrators extends Administrators {
  constructor(
    private readonly findAccount: FindAccount,
    private readonly listAffiliations: ListAffiliations,
    private readonly listHolders: ListHolders,
    private readonly holdGrantable: HoldGrantable,
  ) {
    super();
  }

  async find(userId: number): Promise<Administrator | null> {
    const account = await this.findAccount.execute(userId);
    if (account === null) return null;
    const { id, username, email, emailKey } = account;
    return { id, username, email, emailKey };
  }

  async isManager(organizationId: number, userId: number): Promise<boolean> {
    const account = await this.findAccount.execute(userId);
    if (account === null) return false;
    if (account.isSystemAdmin) return true;
    const affiliations = await this.listAffiliations.execute(userId);
    const held = affiliations.find((one) => one.organizationId === organizationId)?.permissions ?? [];
    return covers(held.filter(isPermission), ['sso.manage']);
  }

  contactsOf(organizationId: number): Promise<readonly Contact[]> {
    return this.listHolders.execute(organizationId, 'sso.manage');
  }

  assertGrantable(held: Held, organizationId: number, roleId: number): Promise<void> {
    return this.holdGrantable.execute(held, organizationId, [{ field: 'default_role_id', roleId, workspaceId: null }]);
  }
}
