import type { DiagramLink } from '../../domain/diagram.js';
import type { Point } from './geometry.js';

export interface Line {
  readonly link: DiagramLink;
  /** Lines with the same end run together. */
  readonly end: string;
  readonly route: readonly Point[];
}

/** People who see colours differently can tell these apart too, and they are dark enough on white. */
const COLOURS = ['#486581', '#9c4221', '#2c7a7b', '#6b46c1', '#97266d', '#4a5568', '#22543d', '#744210'] as const;

/** A crow's foot where many rows may point, a bar where it is one; dashes where a row may point to nothing. */
export function linesOf(lines: readonly Line[]): string[] {
  const bundles = new Map<string, Line[]>();
  for (const line of lines) bundles.set(line.end, [...(bundles.get(line.end) ?? []), line]);
  return [...bundles.values()].map((bundle, at) => {
    const colour = COLOURS[at % COLOURS.length] ?? COLOURS[0];
    const shared = new Set(bundle.flatMap(({ route }) => trunkOf(route)));
    const dashed = bundle.filter(({ link }) => link.isOptional).map(({ route }) => stubOf(route));
    const solid = bundle.filter(({ link }) => !link.isOptional).map(({ route }) => stubOf(route));
    return [
      `<g fill="none" stroke="${colour}" stroke-width="1.4" stroke-linejoin="round">`,
      `<path d="${[...shared, ...solid, ...new Set(bundle.flatMap(marksOf))].join('')}"/>`,
      dashed.length === 0 ? '' : `<path d="${dashed.join('')}" stroke-dasharray="3 2"/>`,
      joinsOf(bundle, colour),
      '</g>',
    ].join('');
  });
}

/** The piece next to the table that points: no other line of the bundle runs there. */
function stubOf([start, corner]: readonly Point[]): string {
  return start === undefined || corner === undefined ? '' : `M${start.x} ${start.y}H${corner.x}`;
}

function trunkOf(route: readonly Point[]): string[] {
  const corners = route.slice(1);
  return corners.slice(1).flatMap((to, at) => {
    const from = corners[at] ?? to;
    if (from.x === to.x && from.y === to.y) return [];
    return [from.x === to.x ? `M${from.x} ${from.y}V${to.y}` : `M${from.x} ${from.y}H${to.x}`];
  });
}

function marksOf({ link, route }: Line): string[] {
  const [start, after] = route;
  const [before, end] = route.slice(-2);
  if (start === undefined || after === undefined || before === undefined || end === undefined) return [];
  const out = Math.sign(after.x - start.x);
  const back = Math.sign(before.x - end.x);
  const foot = link.isUnique
    ? `M${start.x + out * 7} ${start.y - 5}v10`
    : `M${start.x} ${start.y - 5}L${start.x + out * 9} ${start.y}L${start.x} ${start.y + 5}`;
  return [foot, `M${end.x + back * 7} ${end.y - 5}v10`];
}

/** A dot where lines of a bundle meet; lines that only cross have none. */
function joinsOf(bundle: readonly Line[], colour: string): string {
  const sides = new Map<string, Set<'left' | 'right'>>();
  const verticals = new Map<number, { readonly top: number; readonly bottom: number }[]>();
  const pieces = bundle.flatMap(({ route }) => route.slice(1).map((to, at) => ({ from: route[at] ?? to, to })));
  for (const { from, to } of pieces) {
    if (from.x === to.x) {
      const span = { top: Math.min(from.y, to.y), bottom: Math.max(from.y, to.y) };
      verticals.set(from.x, [...(verticals.get(from.x) ?? []), span]);
      continue;
    }
    for (const end of [from, to]) {
      const key = `${end.x} ${end.y}`;
      const side = Math.max(from.x, to.x) === end.x ? 'left' : 'right';
      sides.set(key, (sides.get(key) ?? new Set()).add(side));
    }
  }
  const dots = [...sides].flatMap(([key, horizontal]) => {
    const [x = 0, y = 0] = key.split(' ').map(Number);
    const spans = verticals.get(x) ?? [];
    const up = spans.some(({ top, bottom }) => top < y && y <= bottom);
    const down = spans.some(({ top, bottom }) => top <= y && y < bottom);
    const ways = horizontal.size + Number(up) + Number(down);
    return ways > 2 ? [`<circle cx="${x}" cy="${y}" r="2.6" fill="${colour}" stroke="none"/>`] : [];
  });
  return dots.join('');
}

const ITEMS: readonly (readonly [drawn: string, says: string])[] = [
  ['<path d="M0 0H28M0 -5L9 0L0 5"/>', 'many rows point'],
  ['<path d="M0 0H28M7 -5v10"/>', 'one row'],
  ['<path d="M0 0H28" stroke-dasharray="3 2"/>', 'may point to nothing'],
  ['<path d="M0 0H28M14 0V8"/><circle cx="14" cy="0" r="2.6" fill="#486581" stroke="none"/>', 'lead to the same column'],
  ['<rect x="2" y="-8" width="24" height="15" rx="3" stroke="#3d7a4f" stroke-dasharray="6 4"/>', 'view'],
];
const WORDS = ['PK primary key', 'FK foreign key', 'UK unique', 'bold: never empty'];
const ITEM = 200;
const LINE = 24;

export const LEGEND = {
  width: 3 * ITEM,
  height: 3 * LINE,
  parts: [...ITEMS, ...WORDS.map((says) => ['', says] as const)].map(
    ([drawn, says], at) =>
      `<g transform="translate(${(at % 3) * ITEM} ${Math.floor(at / 3) * LINE})" fill="none" stroke="#486581" stroke-width="1.4">` +
      `${drawn}<text x="${drawn === '' ? 0 : 36}" y="4" fill="#52606d" stroke="none" font-size="11">${says}</text></g>`,
  ),
} as const;
