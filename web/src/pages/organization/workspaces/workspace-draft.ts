import { useTexts } from '../../../i18n/texts';
import type { Read } from '../../../session/read';
import type { Difference } from '../../../ui/conflict';
import type { WORKSPACE, WORKSPACE_SETTINGS } from '../paths';
import type { Role } from '../roles-of';
import { texts } from './texts';

export type Workspace = Read<typeof WORKSPACE>['workspace'];
export type Settings = Read<typeof WORKSPACE_SETTINGS>['settings'];

interface WorkspaceDraft {
  readonly name: string;
  readonly defaultRole: number;
  readonly isPublic: boolean;
}

export function draftOf({ name }: Workspace, settings: Settings): WorkspaceDraft {
  return { name, defaultRole: settings.default_role_id, isPublic: settings.allow_public_access };
}

export function isSame(one: WorkspaceDraft, other: WorkspaceDraft): boolean {
  return one.name === other.name && one.defaultRole === other.defaultRole && one.isPublic === other.isPublic;
}

/** What a draft changes: the rest stays as it is saved. */
export function changeOf(draft: WorkspaceDraft, begun: WorkspaceDraft) {
  const settings = {
    ...(draft.defaultRole !== begun.defaultRole && { default_role_id: draft.defaultRole }),
    ...(draft.isPublic !== begun.isPublic && { allow_public_access: draft.isPublic }),
  };
  return {
    ...(draft.name !== begun.name && { name: draft.name.trim() }),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
}

/** How a draft differs from what is saved now. */
export function useDifferences(saved: WorkspaceDraft, draft: WorkspaceDraft, roles: readonly Role[]): readonly Difference[] {
  const t = useTexts(texts);
  const word = (isPublic: boolean): string => (isPublic ? t.isPublic : t.isPrivate);
  const nameOf = (role: number): string => roles.find(({ id }) => id === role)?.name ?? String(role);
  const all = [
    { what: t.name, theirs: saved.name, mine: draft.name },
    { what: t.defaultRole, theirs: nameOf(saved.defaultRole), mine: nameOf(draft.defaultRole) },
    { what: t.access, theirs: word(saved.isPublic), mine: word(draft.isPublic) },
  ];
  return all.filter(({ theirs, mine }) => theirs !== mine);
}
