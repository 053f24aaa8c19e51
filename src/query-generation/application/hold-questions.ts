import type { NamedSource } from '../../data-sources/application/list-data-sources.js';
import { NotFound } from '../../shared/domain-error.js';
import type { SavedQuestions } from './ports/saved-questions.js';

/**
 * A person can only put on a board what they see. Nobody can delete it, or what stays on the board unseen, until the unit of work ends.
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
