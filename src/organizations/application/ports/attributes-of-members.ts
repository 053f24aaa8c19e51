import type { MemberAttributes } from '../../domain/member-attributes.js';

export abstract class AttributesOfMembers {
  abstract find(organizationId: number, userId: number): Promise<MemberAttributes | null>;
  /**
   * Replaces all of them and raises the version, in one statement.
   * @param expectedVersion `null` for any; 0 if there are none yet
   * @returns the new version; `null` when the version is another one
   * @throws NotFound when the person is not a member
   */
  abstract replace(
    member: { readonly organizationId: number; readonly userId: number },
    attributes: MemberAttributes['attributes'],
    expectedVersion: number | null,
    at: Date,
  ): Promise<number | null>;
}
