import { Injectable } from '@nestjs/common';
import { ServiceOrigin } from '../../shared/ports/service-origin.js';
import type { JsonObject } from '../../engines/scim-protocol/json.js';
import { isShown, project, type Projection } from '../../engines/scim-protocol/projection.js';
import type { Provisioner } from '../domain/provisioner.js';
import { locationOf, managerOf, represent } from '../domain/represent.js';
import type { Resource } from '../domain/resource.js';
import type { ResourceTypeName } from '../../engines/scim-protocol/schema/resource-type.js';
import { ENTERPRISE_SCHEMA } from '../../engines/scim-protocol/schema/urns.js';
import { baseUrlAt } from '../domain/scim-root.js';
import { ResourceRelations } from './ports/resources.js';

export interface ResourcesToShow {
  readonly provisioner: Provisioner;
  readonly resources: readonly Resource[];
  readonly projection: Projection;
  /** This request created them, so no group can have them as members yet. */
  readonly areNew?: boolean;
}

@Injectable()
export class RepresentResources {
  constructor(
    private readonly relations: ResourceRelations,
    private readonly service: ServiceOrigin,
  ) {}

  locationOf({ type, id }: Pick<Resource, 'type' | 'id'>): string {
    return locationOf(baseUrlAt(this.service.publicUrl), type, id);
  }

  /** In the order given. What the projection leaves out is not read, above all the members of a group. */
  async execute({ provisioner, resources, projection, areNew = false }: ResourcesToShow): Promise<JsonObject[]> {
    const { organizationId } = provisioner;
    const idsOf = (type: ResourceTypeName, among = resources): string[] => among.filter((each) => each.type === type).map(({ id }) => id);
    const unread = resources.filter(({ groups: read }) => read === undefined);
    const users = !areNew && isShown(projection, 'User', 'groups') ? idsOf('User', unread) : [];
    const groups = isShown(projection, 'Group', 'members') ? idsOf('Group') : [];
    const named = showsManager(projection) ? resources.map(managerIdOf) : [];
    const managerIds = named.filter((id) => id !== null);
    const groupsOf = users.length === 0 ? null : await this.relations.groupsOf(organizationId, users);
    const membersOf = groups.length === 0 ? null : await this.relations.membersOf(organizationId, groups);
    const managers = managerIds.length === 0 ? null : await this.relations.users(organizationId, managerIds);
    return resources.map((each) => {
      const relations = {
        groups: each.groups ?? groupsOf?.get(each.id) ?? null,
        members: membersOf?.get(each.id) ?? null,
        manager: managers?.get(managerIdOf(each) ?? '') ?? null,
      };
      return represent(each, relations, projection, baseUrlAt(this.service.publicUrl));
    });
  }
}

function managerIdOf({ attributes }: Resource): string | null {
  return managerOf(attributes)?.toLowerCase() ?? null;
}

function showsManager(projection: Projection): boolean {
  const shown = project(projection, 'User', { [ENTERPRISE_SCHEMA]: { manager: { $ref: '', displayName: '' } } });
  return ENTERPRISE_SCHEMA in shown;
}
