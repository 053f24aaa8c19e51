import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { CurrentCaller } from '../../../platform/http/authentication.guard.js';
import { named } from '../../../platform/http/envelope.js';
import { IdParam } from '../../../platform/http/id-param.js';
import { Operation } from '../../../platform/http/operation.js';
import { Paged, PageParams } from '../../../platform/http/page-params.js';
import { Pagination, component, listOf, moment, namedSuccess } from '../../../platform/http/response-schemas.js';
import type { Caller } from '../../../shared/caller.js';
import { type PageRequest, paginationOf } from '../../../shared/page.js';
import { ListProvisionedPeople } from '../../application/list-provisioned-people.js';
import type { AwaitedPerson } from '../../application/ports/awaited-people.js';
import { valueIn } from '../../../engines/scim-protocol/json.js';
import { ADDRESS_PROBLEMS, addressOf, addressProblemOf, personOf } from '../../domain/person.js';

const ProvisionedPerson = component(
  'ProvisionedPerson',
  z.object({
    id: z.string().meta({ description: 'The id of the SCIM user.' }),
    username: z.string(),
    email: z.string().nullable().meta({ description: 'The address in the directory; `null` if it has none.' }),
    display_name: z.string().optional().meta({ description: 'The name in the directory; absent if it has none.' }),
    address_problem: z
      .enum(ADDRESS_PROBLEMS)
      .nullable()
      .meta({
        description:
          'Why the address that the directory sends first is not used: there is none, it has no value, it is not an e-mail address, or none is ' +
          'primary or of type work. `null` if it is used.',
      }),
    active: z.boolean(),
    waits_for: z
      .object({ id: z.string(), username: z.string() })
      .nullable()
      .meta({
        description:
          'The user of the directory who has the address: this one gets an account as soon as that one is deleted, is removed or has another ' +
          'address. `null` for everybody else.',
      }),
    declined: z.boolean().meta({
      description:
        'Whether the person declined the invitation. The directory invites them again only when the user is made again, activated again or gets ' +
        'another address.',
    }),
    provisioned_at: moment,
  }),
  {
    id: '0c6f1d9a-3d0b-4a55-9a53-2f1f2b3c4d5e',
    username: 'newhire@delta.example',
    email: 'newhire@delta.example',
    display_name: 'New Hire',
    address_problem: null,
    active: true,
    waits_for: null,
    declined: false,
    provisioned_at: '2026-11-20T09:15:00.000Z',
  },
);

const LISTED = 'Provisioned people listed.';

@ApiTags('Provisioning')
@Controller('api/v1/organizations/:org_id/provisioned-people')
export class ProvisionedPeopleController {
  constructor(private readonly listProvisionedPeople: ListProvisionedPeople) {}

  @Get()
  @Paged()
  @Operation({
    id: 'listProvisionedPeople',
    summary: 'List the people that the directory of an organization has provisioned and who have not come yet, oldest first',
    permissions: ['member.read'],
    description:
      'They are in no list of members or invitations until they claim their account, log in or accept. Nothing here tells ' +
      'whether a person had an account before, unless they decline.',
    status: 200,
    answer: namedSuccess({ provisioned_people: listOf(ProvisionedPerson), pagination: Pagination }, LISTED),
    errors: ['FORBIDDEN'],
  })
  async list(@CurrentCaller() caller: Caller, @IdParam('org_id') organizationId: number, @PageParams() request: PageRequest) {
    const { items, total } = await this.listProvisionedPeople.execute(caller, organizationId, request);
    const pagination = paginationOf(request, total);
    return named({ provisioned_people: items.map(toProvisionedPerson), pagination }, LISTED);
  }
}

function toProvisionedPerson({ id, attributes, heldBy, hasDeclined, createdAt }: AwaitedPerson): z.infer<typeof ProvisionedPerson> {
  const { username, isActive } = personOf(attributes);
  const displayName = valueIn(attributes, 'displayName');
  return {
    id,
    username,
    email: addressOf(attributes),
    ...(typeof displayName === 'string' && { display_name: displayName }),
    address_problem: addressProblemOf(attributes),
    active: isActive,
    waits_for: heldBy,
    declined: hasDeclined,
    provisioned_at: createdAt.toISOString(),
  };
}
