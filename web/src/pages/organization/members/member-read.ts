import type { Read } from '../../../session/read';
import type { MEMBER } from '../paths';

export type Member = Read<typeof MEMBER>['member'];

/** Of the membership. Not read from the answer: while an upgrade goes on, an old instance may give none. */
export const versionOf = ({ role }: Pick<Member, 'role'>): string => `"${role.id}"`;
