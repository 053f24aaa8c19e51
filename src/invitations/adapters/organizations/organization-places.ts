import { Injectable } from '@nestjs/common';
import { AdmitMember } from '../../../organizations/application/admit-member.js';
import { DescribePlace } from '../../../organizations/application/describe-place.js';
import { FindEntrance } from '../../../organizations/application/find-entrance.js';
import { ReadStanding } from '../../../organizations/application/read-standing.js';
import { type PartsOfPlace, type PlaceIds, Places } from '../../application/ports/places.js';

@Injectable()
export class OrganizationPlaces extends Places {
  constructor(
    private readonly describePlace: DescribePlace,
    private readonly readStanding: ReadStanding,
    private readonly admitMember: AdmitMember,
    private readonly findEntrance: FindEntrance,
  ) {
    super();
  }

  describe({ organizationId, workspaceId, roleId }: PlaceIds): Promise<PartsOfPlace> {
    return this.describePlace.execute({ organizationId, workspaceId, roleId, hold: false });
  }

  hold({ organizationId, workspaceId, roleId }: PlaceIds): Promise<PartsOfPlace> {
    return this.describePlace.execute({ organizationId, workspaceId, roleId, hold: true });
  }

  standingOf(userId: number, { organizationId, workspaceId }: PlaceIds): ReturnType<Places['standingOf']> {
    return this.readStanding.execute({ userId, organizationId, workspaceId });
  }

  isUnowned(organizationId: number): Promise<boolean> {
    return this.readStanding.isUnowned(organizationId);
  }

  entranceOf(organizationId: number, roleId: number | null): ReturnType<Places['entranceOf']> {
    return this.findEntrance.execute({ organizationId, roleId });
  }

  admit(userId: number, { organizationId, workspaceId, roleId }: PlaceIds): Promise<void> {
    return this.admitMember.execute({ organizationId, workspaceId, roleId, userId });
  }
}
