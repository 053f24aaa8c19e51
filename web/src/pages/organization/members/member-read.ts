import type { Read } from '../../../session/read';
import type { MEMBER } from '../paths';

export type Member = Read<typeof MEMBER>['member'];
