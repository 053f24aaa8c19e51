import { Global, Module } from '@nestjs/common';
import { SqlOrganizations } from './adapters/persistence/sql-organizations.js';
import { AddMember } from './application/add-member.js';
import { FoundOrganization } from './application/found-organization.js';
import { LimitDeviceTrust } from './application/limit-device-trust.js';
import { ListAffiliations } from './application/list-affiliations.js';
import { Organizations } from './application/ports/organizations.js';

const USE_CASES = [FoundOrganization, AddMember, ListAffiliations, LimitDeviceTrust];

@Global()
@Module({
  providers: [...USE_CASES, { provide: Organizations, useClass: SqlOrganizations }],
  exports: USE_CASES,
})
export class OrganizationsModule {}
