import type { SecurityState } from '../../domain/member-security.js';

export type { SecurityState } from '../../domain/member-security.js';

/** The sso-enforcement context answers, because it knows everything that the state consists of. */
export abstract class MemberSecurity {
  /** For members of the organization, by the id of their accounts. */
  abstract of(organizationId: number, userIds: readonly number[]): Promise<ReadonlyMap<number, SecurityState>>;
}
