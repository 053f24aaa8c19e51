import { useTexts } from '../../../i18n/texts';
import type { Difference } from '../../../ui/conflict';
import { PERMISSION_NAMES, permissionTexts } from '../permissions';
import { type Role, allows } from '../roles-of';
import { texts } from './texts';

export interface RoleDraft {
  readonly name: string;
  readonly permissions: readonly Role['permissions'][number][];
}

export function isSame(one: RoleDraft, other: RoleDraft): boolean {
  return one.name === other.name && differing(one, other).length === 0;
}

function differing(one: RoleDraft, other: RoleDraft) {
  return PERMISSION_NAMES.filter((name) => allows(one, name) !== allows(other, name));
}

/** How a draft differs from the role as it is saved now. */
export function useDifferences(saved: RoleDraft, draft: RoleDraft): readonly Difference[] {
  const t = useTexts(texts);
  const meanings = useTexts(permissionTexts);
  const word = (isAllowed: boolean): string => (isAllowed ? t.yes : t.no);
  return [
    ...(saved.name === draft.name ? [] : [{ what: t.name, theirs: saved.name, mine: draft.name }]),
    ...differing(saved, draft).map((name) => ({
      what: meanings[name],
      theirs: word(allows(saved, name)),
      mine: word(allows(draft, name)),
    })),
  ];
}
