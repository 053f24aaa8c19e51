import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../../platform/http/answers.js';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { type Success, named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, type Pagination, paginationOf } from '../../../shared/page.js';
import { ListProvisionedPeople } from '../../application/list-provisioned-people.js';
import { valueIn } from '../../domain/json.js';
import { addressOf, personOf } from '../../domain/person.js';
import type { Resource } from '../../domain/resource.js';

interface ProvisionedPersonResponse {
  /** What SCIM knows them by. */
  readonly id: string;
  readonly username: string;
  /** As the directory has it; `null` where it says none. */
  readonly email: string | null;
  /** Present if the directory says one. */
  readonly display_name?: string;
  readonly active: boolean;
  readonly provisioned_at: string;
}

const EXAMPLE: ProvisionedPersonResponse = {
  id: '0c6f1d9a-3d0b-4a55-9a53-2f1f2b3c4d5e',
  username: 'newhire@delta.example',
  email: 'newhire@delta.example',
  display_name: 'New Hire',
  active: true,
  provisioned_at: '2026-11-20T09:15:00.000Z',
};

const LISTED = 'Provisioned people listed.';

@ApiTags('Provisioning')
@Controller('api/v1/organizations/:org_id/provisioned-people')
export class ProvisionedPeopleController {
  constructor(private readonly listProvisionedPeople: ListProvisionedPeople) {}

  @Get()
  @Paged()
  @Header('Cache-Control', 'no-store')
  @Answers({
    summary:
      'List the people whom the directory of an organization brings and who have not come yet, the first made first',
    description:
      'They are in no list of members or invitations until they claim their account, log in or accept. Nothing here tells whether a person had an account before.',
    status: 200,
    example: named({ provisioned_people: [EXAMPLE], pagination: paginationOf({ page: 1, limit: 10 }, 1) }, LISTED),
    errors: ['UNAUTHORIZED', 'VALIDATION_FAILED', 'FORBIDDEN'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @IdParam('org_id') organizationId: number,
    @PageParams() request: PageRequest,
  ): Promise<Success<{ provisioned_people: ProvisionedPersonResponse[]; pagination: Pagination; message: string }>> {
    const { items, total } = await this.listProvisionedPeople.execute(caller, organizationId, request);
    const pagination = paginationOf(request, total);
    return named({ provisioned_people: items.map(toResponse), pagination }, LISTED);
  }
}

function toResponse({ id, attributes, createdAt }: Resource): ProvisionedPersonResponse {
  const { username, isActive } = personOf(attributes);
  const displayName = valueIn(attributes, 'displayName');
  return {
    id,
    username,
    email: addressOf(attributes),
    ...(typeof displayName === 'string' && { display_name: displayName }),
    active: isActive,
    provisioned_at: createdAt.toISOString(),
  };
}
