import { Global, Module } from '@nestjs/common';
import { MappingController } from './adapters/http/mapping.controller.js';
import { OrganizationGrants } from './adapters/organizations/organization-grants.js';
import { SqlGroupMappings } from './adapters/persistence/sql-group-mappings.js';
import { SqlGroupMembers } from './adapters/persistence/sql-group-members.js';
import { SqlResources } from './adapters/persistence/sql-resources.js';
import { ApplyMapping } from './application/apply-mapping.js';
import { Grants } from './application/ports/grants.js';
import { GroupMappings } from './application/ports/group-mappings.js';
import { GroupMembers } from './application/ports/group-members.js';
import { Resources } from './application/ports/resources.js';
import { ReadMapping } from './application/read-mapping.js';
import { ReplaceMapping } from './application/replace-mapping.js';

@Global()
@Module({
  controllers: [MappingController],
  providers: [
    ApplyMapping,
    ReadMapping,
    ReplaceMapping,
    { provide: Grants, useClass: OrganizationGrants },
    { provide: GroupMappings, useClass: SqlGroupMappings },
    { provide: GroupMembers, useClass: SqlGroupMembers },
    { provide: Resources, useClass: SqlResources },
  ],
})
export class ScimModule {}
