import type { Factor } from './factor.js';

const LONGEST_NAME = 30;

/** Apps divide issuer and account at the colon. */
export function labelPart(text: string): string {
  return text.replaceAll(/[:%]/g, ' ');
}

/**
 * What an app shows of the name of a factor. Apps replace an entry that has the same issuer and label, so the id comes first where another
 * factor of the person is, or may be, shown in the same way.
 */
export function shownName({ id, name }: Pick<Factor, 'id' | 'name'>, others: readonly Factor[]): string {
  const numbered = (factor: Pick<Factor, 'id' | 'name'>): string => clip(labelPart(`${factor.id} ${factor.name}`));
  const shown = clip(labelPart(name));
  const taken = others.filter(({ type }) => type === 'totp').flatMap((other) => [clip(labelPart(other.name)), numbered(other)]);
  return taken.includes(shown) ? numbered({ id, name }) : shown;
}

/** A list in an app has no room for more, and the picture stays coarse enough for cameras. */
function clip(name: string): string {
  const characters = [...name];
  return characters.length <= LONGEST_NAME ? name : `${characters.slice(0, LONGEST_NAME - 1).join('')}…`;
}
