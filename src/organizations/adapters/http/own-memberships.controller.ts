import { Controller, Delete } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { bare } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Operation } from '../../../platform/http/operation.js';
import { Done, bareSuccess } from '../../../platform/http/response-schemas.js';
import { RequiresStepUp } from '../../../platform/http/step-up.guard.js';
import type { Caller } from '../../../shared/caller.js';
import { RemoveMember } from '../../application/remove-member.js';
import { RemoveWorkspaceMember } from '../../application/remove-workspace-member.js';

@ApiTags('The caller')
@Controller('api/v1/me')
export class OwnMembershipsController {
  constructor(
    private readonly removeMember: RemoveMember,
    private readonly removeWorkspaceMember: RemoveWorkspaceMember,
  ) {}

  @Delete('organizations/:org_id')
  @RequiresStepUp()
  @Operation({
    id: 'leaveOrganization',
    summary: 'Leave an organization with all its workspaces',
    description: 'You lose access at once. The last owner cannot leave.',
    status: 200,
    answer: bareSuccess(Done, 'You left the organization.'),
    errors: ['NOT_FOUND', 'LAST_OWNER', 'BREAK_GLASS_NEEDED'],
  })
  async leaveOrganization(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number) {
    await this.removeMember.leave(caller, organizationId);
    return bare({ success: true }, 'You left the organization.');
  }

  @Delete('workspaces/:workspace_id')
  @Operation({
    id: 'leaveWorkspace',
    summary: 'Leave a workspace',
    description: 'You will no longer see the data sources and templates in it, unless it is public.',
    status: 200,
    answer: bareSuccess(Done, 'You left the workspace.'),
    errors: ['NOT_FOUND'],
  })
  async leaveWorkspace(@CurrentCaller() caller: Caller, @IdParam('workspace_id') workspaceId: number) {
    await this.removeWorkspaceMember.leave(caller, workspaceId);
    return bare({ success: true }, 'You left the workspace.');
  }
}
