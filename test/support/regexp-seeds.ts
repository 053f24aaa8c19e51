import type { Node } from './regexp-tree.js';

/** Characters that tell sets apart. */
const POOL = [...`aeExXzn_019 '"\`[](){}.,;:-+*/\\$@#%&|<>=!~?\t\n\u0301é\u2026`];
const MOST_PATHS = 6;

/** What opens something, such as a comment, is more than one character. */
function literalRuns(parts: readonly Node[]): readonly string[] {
  const runs = [''];
  for (const part of parts)
    if (part.kind === 'set' && part.literal !== null) runs.push(`${runs.pop() ?? ''}${part.literal}`);
    else runs.push('');
  return runs.filter((run) => run.length > 1);
}

/** Texts that lead through a pattern, at least in part. @param atoms takes single pieces of it */
export function pathsOf(node: Node, atoms: Set<string>): readonly string[] {
  switch (node.kind) {
    case 'set': {
      const members = node.literal === null ? POOL.filter(node.has) : [node.literal];
      for (const one of members.slice(0, 2)) atoms.add(one);
      return members.slice(0, 1);
    }
    case 'sequence': {
      for (const run of literalRuns(node.parts)) atoms.add(run);
      let paths: readonly string[] = [''];
      for (const part of node.parts) {
        const further = pathsOf(part, atoms);
        if (further.length > 0) paths = paths.flatMap((one) => further.map((more) => one + more)).slice(0, MOST_PATHS);
      }
      for (const path of paths) if (path !== '') atoms.add(path);
      return paths;
    }
    case 'choice':
      return node.ways.flatMap((way) => pathsOf(way, atoms)).slice(0, MOST_PATHS);
    case 'group':
      return pathsOf(node.inner, atoms);
    case 'repeat': {
      const inner = pathsOf(node.inner, atoms);
      return inner.map((one) => one.repeat(Math.max(1, Math.min(node.least, 3))));
    }
    case 'look':
      pathsOf(node.inner, atoms);
      return [''];
    default:
      return [''];
  }
}
