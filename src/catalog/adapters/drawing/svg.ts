import type { Diagram, DiagramColumn, DiagramTable } from '../../domain/diagram.js';
import { plainText } from '../../../shared/plain-text.js';
import type { Box } from './geometry.js';
import { layOut } from './layout.js';
import { LEGEND, linesOf } from './svg-lines.js';

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

/** Draws without scripts, style sheets or references to anything outside. Every text is escaped. */
export function svgOf(diagram: Diagram): string {
  const tables = diagram.tables;
  const links = diagram.links.flatMap((link) =>
    link.pairs.map(({ from, to }) => ({
      from: link.from,
      to: link.to,
      fromY: rowMiddle(tables[link.from], from),
      toY: rowMiddle(tables[link.to], to),
      link,
    })),
  );
  const { boxes, routes } = layOut(
    tables.map((table) => ({ width: widthOf(table), height: heightOf(table) })),
    links,
  );
  const corners = [...boxes.map(({ x, y, width, height }) => ({ x: x + width, y: y + height })), ...routes.flat()];
  const right = corners.reduce((most, { x }) => Math.max(most, x), LEGEND.width);
  const bottom = corners.reduce((most, { y }) => Math.max(most, y), 40) + MARGIN;
  const [width, height] = [right + 2 * MARGIN, bottom + 2 * MARGIN + LEGEND.height];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${-MARGIN} ${-MARGIN} ${width} ${height}" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="12">`,
    `<rect x="${-MARGIN}" y="${-MARGIN}" width="${width}" height="${height}" fill="#ffffff"/>`,
    ...linesOf(links.map(({ link, to, toY }, at) => ({ link, end: `${to}:${toY}`, route: routes[at] ?? [] }))),
    ...tables.map((table, at) => tableOf(table, boxes[at])),
    ...(tables.length === 0 ? [text(0, 20, '#52606d', 'No tables.')] : []),
    ...(diagram.leftOut === 0
      ? []
      : [text(0, bottom, '#52606d', `${diagram.leftOut} more tables that foreign keys connect are not drawn.`)]),
    `<g transform="translate(0 ${bottom + MARGIN})">${LEGEND.parts.join('')}</g>`,
    '</svg>\n',
  ].join('\n');
}

function tableOf(table: DiagramTable, box: Box | undefined): string {
  if (box === undefined) return '';
  const { head, edge, dash } = COLOURS[table.kind];
  const { width, height } = box;
  const rows = table.columns.map((column, at) => rowOf(column, HEAD + at * ROW, width));
  const rest = table.hiddenColumns;
  const more = rest === 0 ? '' : text(MARKS_WIDTH, HEAD + rows.length * ROW + 14, '#7b8794', `and ${rest} more columns`);
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
  const mark = column.isPrimary ? (column.isForeign ? 'PK FK' : 'PK') : column.isForeign ? 'FK' : column.isUnique ? 'UK' : '';
  const colour = column.isPrimary ? '#b7791f' : '#2b6cb0';
  return [
    mark === '' ? '' : text(6, y + 14, colour, mark, ' font-size="9" font-weight="bold"'),
    text(MARKS_WIDTH, y + 14, '#1f2933', plainText(column.name, LONGEST.name), column.nullable ? '' : ' font-weight="bold"'),
    text(width - 10, y + 14, '#7b8794', plainText(column.type, LONGEST.type), ' text-anchor="end"'),
  ].join('');
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
    ({ name, type }) => MARKS_WIDTH + 28 + lengthOf(plainText(name, LONGEST.name)) * 1.04 + lengthOf(plainText(type, LONGEST.type)),
  );
  return Math.ceil(Math.max(150, head, ...rows));
}

/** The width of a text in pixels. Wide characters (East Asian ones and emoji) count twice. */
function lengthOf(shown: string): number {
  return [...shown].reduce((sum, character) => sum + ((character.codePointAt(0) ?? 0) >= 0x1100 ? 2 : 1) * CHARACTER, 0);
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
