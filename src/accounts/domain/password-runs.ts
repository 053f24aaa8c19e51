import { folded } from './password-text.js';

const SHORTEST_RUN = 3;
/** A run may also end a little early: its last characters can begin the next word. */
const CUTS = 3;

/** Rows, columns and zigzags of the keyboard (US, German, French, Russian), and letters counted along with digits. */
const PATHS = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  '!@#$%^&*()_+',
  'йцукенгшщзхъ',
  'фывапролджэ',
  'ячсмитьбю',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  'zaqxswcdevfrbgtnhymjukilop',
  'zaq12wsxcde34rfvbgt56yhnmju78ik',
  '1qazxsw23edcvfr45tgbnhy67ujm',
  '1qa2ws3ed4rf5tg6yh7uj8ik9ol',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'qawsedrftgyhujikolp',
  '1a2b3c4d5e6f7g8h9i0j',
  'a1b2c3d4e5f6g7h8i9j0',
];

const WAYS_OF_PAIR = waysOfPairs();
const NO_WAYS: readonly string[] = [];
const NO_RUNS: ReadonlyMap<string, number> = new Map();

/**
 * For each position, how long a run continues: one character repeated, the alphabet, digits or the keyboard, in either
 * direction.
 */
export function runLengths(text: string): readonly number[] {
  const lengths = new Array<number>(text.length).fill(1);
  let following = NO_RUNS;
  for (let at = text.length - 2; at >= 0; at -= 1) {
    const ways = waysThrough(text.slice(at, at + 2));
    const before = following;
    following = ways.length === 0 ? NO_RUNS : new Map(ways.map((way) => [way, (before.get(way) ?? 1) + 1]));
    for (const length of following.values()) lengths[at] = Math.max(lengths[at] ?? 1, length);
  }
  return lengths;
}

/** The lengths at which a run of this length may be cut; none when it is too short to be a run. */
export function runCuts(longest: number): readonly number[] {
  const cuts: number[] = [];
  for (let length = longest; length >= Math.max(SHORTEST_RUN, longest - CUTS); length -= 1) cuts.push(length);
  return cuts;
}

function waysThrough(pair: string): readonly string[] {
  const keyboard = WAYS_OF_PAIR.get(pair) ?? NO_WAYS;
  const [from, to] = [pair.charAt(0), pair.charAt(1)];
  if (from === to) return [...keyboard, 'same'];
  if (isNextOf(from, to)) return [...keyboard, 'up'];
  if (isNextOf(to, from)) return [...keyboard, 'down'];
  return keyboard;
}

function isNextOf(from: string, to: string): boolean {
  return from.charCodeAt(0) + 1 === to.charCodeAt(0) && /^[\p{L}\p{N}]$/u.test(from);
}

function waysOfPairs(): ReadonlyMap<string, readonly string[]> {
  const ways = new Map<string, string[]>();
  for (const path of PATHS.map(folded)) {
    for (const way of [path, [...path].reverse().join('')]) {
      for (let at = 1; at < way.length; at += 1) {
        const pair = way.slice(at - 1, at + 1);
        ways.set(pair, [...(ways.get(pair) ?? []), way]);
      }
    }
  }
  return ways;
}
