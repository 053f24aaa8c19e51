/** `suspended`: the directory of the organization has deactivated the member; the account may be of use elsewhere. */
export const MEMBER_STATUSES = ['active', 'disabled', 'suspended'] as const;

export type MemberStatus = (typeof MEMBER_STATUSES)[number];
