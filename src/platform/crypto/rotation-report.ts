import type { ResealCount } from './reseal.js';
import type { Rotation } from './rotate-master-key.js';

const KEEP_FOR_BACKUPS = 'A backup made before the rotation opens only with the older keys: keep a copy of them with it.';

/** What the operator reads at the end; key ids only, never a key. */
export function rotationReport(rotation: Rotation): string {
  const { complete, counts } = rotation;
  const conclusion = complete ? conclusionOf(rotation) : refusalOf(rotation);
  return [...counts.flatMap(linesOf), ...conclusion].join('\n');
}

function linesOf(count: ResealCount): string[] {
  const { table, column, resealed, alreadyCurrent, unreadable, overtaken, examples } = count;
  const numbers = `${resealed} resealed, ${alreadyCurrent} already current, ${unreadable} unreadable`;
  const changed = overtaken === 0 ? '' : `, ${overtaken} changed meanwhile`;
  return [`${table}.${column}: ${numbers}${changed}`, ...examples.map((example) => `  ${example}`)];
}

function conclusionOf({ source, currentId, olderIds }: Rotation): string[] {
  const done = `Everything is sealed under the key ${currentId} and opens with it alone.`;
  const older = olderIds.join(', ');
  if (olderIds.length === 0) {
    return [done, 'There is no older key. To rotate, put a new one in front: HEADGATE_MASTER_KEY=<new>,<present>.'];
  }
  if (source === 'key file') return [done, `Dropped from the key file: ${older}.`, KEEP_FOR_BACKUPS];
  return [
    done,
    `Once every instance runs with the new HEADGATE_MASTER_KEY, remove what follows its first entry: ${older}.`,
    KEEP_FOR_BACKUPS,
  ];
}

function refusalOf({ counts, olderIds }: Rotation): string[] {
  const keep = olderIds.length === 0 ? '' : ` Keep all keys (older: ${olderIds.join(', ')}); nothing was removed.`;
  if (counts.some((count) => count.unreadable > 0)) {
    return [
      `The rotation is NOT complete: some values open with none of the keys.${keep}`,
      'Add the missing key after the others, or have these secrets set again. Then run this again.',
    ];
  }
  return [
    `The rotation is NOT complete: something still seals under an older key.${keep}`,
    'Stop or restart the servers that run with the older key, then run this again.',
  ];
}
