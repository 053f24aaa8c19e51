import type { Held } from '../../../shared/ports/access-control.js';
import type { Entitlements, MappingSettings } from '../../domain/group-mapping.js';

/** Roles of people in an organization and its workspaces; the organizations context answers. */
export abstract class Grants {
  /** @throws Forbidden when it would give what the holder lacks; ValidationFailed for what the organization lacks */
  abstract assertGrantable(held: Held, organizationId: number, settings: MappingSettings): Promise<void>;
  /**
   * @param entitlements whom it concerns with what they get; everybody when it names nobody
   * @param held of whoever causes it @throws Forbidden when somebody gets or loses by it what the holder lacks
   */
  abstract apply(input: {
    organizationId: number;
    entitlements: Omit<Entitlements, 'userIds'> & { readonly userIds: readonly number[] | null };
    fallbackRoleId: number | null;
    held: Held | null;
    actorUserId: number | null;
  }): Promise<void>;
}
