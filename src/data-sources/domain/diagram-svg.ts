import type { Diagram, DiagramColumn, DiagramLink, DiagramTable } from './diagram.js';
import { type Box, layOut } from './diagram-layout.js';
import { plainText } from './plain-text.js';

const ROW = 20;
const HEAD = 30;
const MARGIN = 24;
const MARKS_WIDTH = 38;
const CHARACTER = 7.3;
const LONGEST = { title: 44, name: 36, type: 26, comment: 300 } as const;

const COLOURS: Readonly<Record<DiagramTable['kind'], { head: string; edge: string; dash: string }>> = {
  table: { head: '#1f4e79', edge: '#1f4e79', dash: '' },
  partitioned_table: { head: '#14505c', edge: '#14505c', dash: '' },
  foreign_table: { head: '#6b3fa0', edge: '#6b3fa0', dash: '' },
  view: { head: '#3d7a4f', edge: '#3d7a4f', dash: ' stroke-dasharray="6 4"' },
  materialized_view: { head: '#3d7a4f', edge: '#3d7a4f', dash: '' },
};

const KINDS: Readonly<Record<DiagramTable['kind'], string>> = {
  table: '',
  partitioned_table: 'partitioned',
  foreign_table: 'foreign',
  view: 'view',
  materialized_view: 'materialized',
};

/** A drawing without script, style sheet or reference to anything outside; every text in it is escaped. */
export function svgOf(diagram: Diagram): string {
  const tables = diagram.tables;
  const placed = layOut(
    tables.map((table) => ({ width: widthOf(table), height: heightOf(table) })),
    diagram.links.map(({ from, to }) => [from, to] as const),
  );
  const width = Math.max(200, ...placed.map((box) => box.x + box.width)) + 2 * MARGIN + 20;
  const height = Math.max(60, ...placed.map((box) => box.y + box.height)) + 2 * MARGIN;
  const links = diagram.links.map((link) => linkOf(link, diagram, placed));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${-MARGIN} ${-MARGIN} ${width} ${height}" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="12">`,
    `<rect x="${-MARGIN}" y="${-MARGIN}" width="${width}" height="${height}" fill="#ffffff"/>`,
    `<g fill="none" stroke="#7b8794" stroke-width="1.4">${links.join('')}</g>`,
    ...tables.map((table, at) => tableOf(table, placed[at])),
    ...(tables.length === 0 ? ['<text x="0" y="20" fill="#52606d">No tables.</text>'] : []),
    '</svg>\n',
  ].join('\n');
}

function tableOf(table: DiagramTable, box: Box | undefined): string {
  if (box === undefined) return '';
  const { head, edge, dash } = COLOURS[table.kind];
  const { width, height } = box;
  const rows = table.columns.map((column, at) => rowOf(column, HEAD + at * ROW, width));
  const rest = table.hiddenColumns;
  const more =
    rest === 0 ? '' : text(MARKS_WIDTH, HEAD + rows.length * ROW + 14, '#7b8794', `and ${rest} more columns`);
  const kind = KINDS[table.kind];
  return [
    `<g transform="translate(${box.x} ${box.y})">`,
    table.comment === null ? '' : `<title>${escaped(table.comment, LONGEST.comment)}</title>`,
    `<rect width="${width}" height="${height}" rx="5" fill="#ffffff" stroke="${edge}" stroke-width="1.5"${dash}/>`,
    `<path d="M0 ${HEAD}V5a5 5 0 0 1 5-5h${width - 10}a5 5 0 0 1 5 5v${HEAD - 5}z" fill="${head}"/>`,
    text(10, 20, '#ffffff', plainText(table.title, LONGEST.title), ' font-weight="bold"'),
    kind === '' ? '' : text(width - 10, 20, '#dfe7ee', kind, ' text-anchor="end" font-size="10"'),
    ...rows,
    more,
    '</g>',
  ].join('');
}

function rowOf(column: DiagramColumn, y: number, width: number): string {
  const mark = column.isPrimary
    ? column.isForeign
      ? 'PK FK'
      : 'PK'
    : column.isForeign
      ? 'FK'
      : column.isUnique
        ? 'UK'
        : '';
  const colour = column.isPrimary ? '#b7791f' : '#2b6cb0';
  return [
    mark === '' ? '' : text(6, y + 14, colour, mark, ' font-size="9" font-weight="bold"'),
    text(
      MARKS_WIDTH,
      y + 14,
      '#1f2933',
      plainText(column.name, LONGEST.name),
      column.nullable ? '' : ' font-weight="bold"',
    ),
    text(width - 10, y + 14, '#7b8794', plainText(column.type, LONGEST.type), ' text-anchor="end"'),
  ].join('');
}

/** A curve from the column that points, with a crow's foot there and a bar at what it points to. */
function linkOf(link: DiagramLink, { tables }: Diagram, boxes: readonly Box[]): string {
  const [from, to] = [boxes[link.from], boxes[link.to]];
  if (from === undefined || to === undefined) return '';
  const start = { ...from, y: from.y + rowMiddle(tables[link.from], link.fromColumn) };
  const end = { ...to, y: to.y + rowMiddle(tables[link.to], link.toColumn) };
  const isRightOf = start.x >= end.x + end.width;
  const isLeftOf = start.x + start.width <= end.x;
  const out = isRightOf ? -1 : 1;
  const into = isRightOf || !isLeftOf ? 1 : -1;
  const x1 = out === 1 ? start.x + start.width : start.x;
  const x2 = into === 1 ? end.x + end.width : end.x;
  const bend = isRightOf || isLeftOf ? Math.max(30, Math.abs(x1 - x2) / 2) : 50;
  const foot = link.isUnique
    ? `M${x1 + out * 7} ${start.y - 5}v10`
    : `M${x1} ${start.y - 5}L${x1 + out * 9} ${start.y}L${x1} ${start.y + 5}`;
  const curve = `M${x1} ${start.y}C${x1 + out * bend} ${start.y} ${x2 + into * bend} ${end.y} ${x2} ${end.y}`;
  return `<path d="${curve}${foot}M${x2 + into * 7} ${end.y - 5}v10"${link.isOptional ? ' stroke-dasharray="5 3"' : ''}/>`;
}

function rowMiddle(table: DiagramTable | undefined, column: string): number {
  const at = table?.columns.findIndex(({ name }) => name === column) ?? -1;
  return at === -1 ? HEAD / 2 : HEAD + at * ROW + ROW / 2;
}

function heightOf({ columns, hiddenColumns }: DiagramTable): number {
  return HEAD + (columns.length + (hiddenColumns > 0 ? 1 : 0)) * ROW + 4;
}

function widthOf({ title, kind, columns }: DiagramTable): number {
  const head = 34 + lengthOf(plainText(title, LONGEST.title)) * 1.04 + lengthOf(KINDS[kind]);
  const rows = columns.map(
    ({ name, type }) =>
      MARKS_WIDTH + 28 + lengthOf(plainText(name, LONGEST.name)) * 1.04 + lengthOf(plainText(type, LONGEST.type)),
  );
  return Math.ceil(Math.max(150, head, ...rows));
}

/** In pixels; wide characters, of East Asia and pictures, take two places. */
function lengthOf(shown: string): number {
  return [...shown].reduce(
    (sum, character) => sum + ((character.codePointAt(0) ?? 0) >= 0x1100 ? 2 : 1) * CHARACTER,
    0,
  );
}

function text(x: number, y: number, colour: string, content: string, more = ''): string {
  return content === '' ? '' : `<text x="${x}" y="${y}" fill="${colour}"${more}>${escaped(content, 400)}</text>`;
}

function escaped(content: string, most: number): string {
  return plainText(content, most)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
