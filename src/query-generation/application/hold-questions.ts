import type { NamedSource } from '../../data-sources/application/list-data-sources.js';
import { NotFound } from '../../shared/domain-error.js';
import type { SavedQuestions } from './ports/saved-questions.js';

/**
 * What a person puts on a board they must see, and it must not be deleted meanwhile; nor must what stays there unseen. In a unit of work.
 * @param sources those that are open to the person
 * @throws NotFound where one is missing or not seen
 */
export async function holdQuestions(
  questions: SavedQuestions,
  { ids, sources, hiddenIds }: { ids: readonly number[]; sources: readonly NamedSource[]; hiddenIds: readonly number[] },
): Promise<void> {
  const open = sources.map(({ id }) => id);
  if ((await questions.hold(ids, open, hiddenIds)) < ids.length) throw new NotFound('Saved question');
}
