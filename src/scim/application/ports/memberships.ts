import type { Standing } from '../../domain/placement.js';
import type { Provisioner } from '../../domain/provisioner.js';

/** Members of the organization of a token; the organizations context answers. All join the caller's unit of work. */
export abstract class Memberships {
  /** With the account locked and before any resource is: an owner's organization is locked as well. */
  abstract hold(organizationId: number, userId: number): Promise<Standing>;
  /** @param as.roleId `null` for the built-in viewer */
  abstract admit(
    provisioner: Provisioner,
    userId: number,
    as: { readonly roleId: number | null; readonly isActive: boolean },
  ): Promise<void>;
  /** @returns whether they were not suspended yet @throws LastOwnerStays */
  abstract suspend(provisioner: Provisioner, userId: number): Promise<boolean>;
  abstract reinstate(provisioner: Provisioner, userId: number): Promise<void>;
  /** @throws LastOwnerStays */
  abstract dismiss(provisioner: Provisioner, userId: number): Promise<void>;
}
