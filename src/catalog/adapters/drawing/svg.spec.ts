import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type SampleTable, samples } from '../../../../test/bench/context-samples.mjs';
import { businessSchemas } from '../../../../test/support/business-schema.js';
import { RIVERS } from '../../../../test/support/rivers-schema.js';
import { column, foreignKey, table } from '../../../../test/support/planted-schema.js';
import type { Relation } from '../../../engines/catalog-reader/relation.js';
import { diagramOf } from '../../domain/diagram.js';
import { svgOf } from './svg.js';
import { mermaidOf } from '../../domain/mermaid.js';
import { anyCharacter } from '../../../../test/support/any-character.js';

const HOSTILE = ['"', '\n', '}', '%%', '%%{init: {}}%%', '<b>', '`', '~', '\\', '#quot;', '橋', 'direction LR', 'PK', '--', ' '];
const name = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: anyCharacter, maxLength: 5 })), { maxLength: 6 })
  .map((parts) => parts.join(''));

/** Every line that the grammar of Mermaid knows here, with labels that hold no character it gives a meaning to. */
const LABEL = '"(?:(?!direction\\s)[^"%\\\\<>#;&~`{}\\n])+"';
const WORD = '[A-Za-z_\\u00C0-\\uFFFF][A-Za-z0-9\\-_[\\]()\\u00C0-\\uFFFF]*';
const LINE = new RegExp(
  `^(erDiagram|  t\\d+\\[${LABEL}\\]( \\{)?|    ${WORD} ${WORD}( (PK|FK|UK)(, (PK|FK|UK))*)?( ${LABEL})?|  \\}|  t\\d+ \\|[o|]--o[{|] t\\d+ : ${LABEL}|)$`,
  'i',
);

describe('drawings of hostile names', () => {
  const relations = fc.array(fc.tuple(name, name), { minLength: 1, maxLength: 4 }).map((pairs) =>
    pairs.map(([one, other]) =>
      table('s', one, [column(one, other), column(other, one)], {
        comment: other,
        foreignKeys: [
          { ...foreignKey(one, 's', one), name: other },
          {
            ...foreignKey(one, 's', one),
            columns: [one, other],
            target: { schema: 's', relation: one, columns: [other, one] },
          },
        ],
      }),
    ),
  );

  it('are Mermaid in which a name is nothing but a label', () => {
    fc.assert(
      fc.property(relations, (some) => {
        const lines = mermaidOf(diagramOf(some, 0)).split('\n');
        expect(lines.filter((line) => !LINE.test(line))).toEqual([]);
        expect(lines.filter((line) => line.startsWith('  t') && line.endsWith('{'))).toHaveLength(some.length);
      }),
    );
  });

  it('are SVG in which a name is nothing but text', () => {
    const known = /<\/?(svg|rect|path|circle|text|title|g)( [a-z-]+="[^"<>]*"|(?: viewBox="[^"]*"))*\/?>/g;
    fc.assert(
      fc.property(relations, (some) => {
        const rest = svgOf(diagramOf(some, 0)).replaceAll(known, '').replaceAll('\n', '');
        expect(rest).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)|[\p{Cc}\ud800-\udfff\ufffe\uffff]/u);
      }),
    );
  });
});

function relationsOf(tables: readonly SampleTable[]): Relation[] {
  return tables.slice(0, 150).map(({ schema, name: own, columns }) =>
    table(
      schema,
      own,
      columns.map(({ name: called, type }) => column(called, type)),
      {
        foreignKeys: columns.flatMap(({ name: called, target }) => {
          if (target === undefined) return [];
          const [there, pointed] = target.includes('.') ? target.split('.') : [schema, target];
          return [foreignKey(called, there ?? '', pointed ?? '')];
        }),
      },
    ),
  );
}

interface Span {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The boxes of a drawing, and the horizontal and vertical pieces of its lines. */
function readSvg(svg: string): { readonly boxes: readonly Span[]; readonly pieces: readonly Span[] } {
  const boxes = [...svg.matchAll(/<g transform="translate\((\d+) (\d+)\)">(?:<title>[^<]*<\/title>)?<rect width="(\d+)" height="(\d+)"/g)];
  const pieces = svg
    .split('\n')
    .flatMap((line) => (line.startsWith('<g fill="none"') ? [...line.matchAll(/M(\d+) (\d+)([HV])(\d+)/g)] : []));
  return {
    boxes: boxes.map(([, x, y, width, height]) => ({
      x: Number(x),
      y: Number(y),
      width: Number(width),
      height: Number(height),
    })),
    pieces: pieces.map(([, left, top, way, end]) => {
      const [x, y, to] = [Number(left), Number(top), Number(end)];
      return way === 'H'
        ? { x: Math.min(x, to), y, width: Math.abs(to - x), height: 0 }
        : { x, y: Math.min(y, to), width: 0, height: Math.abs(to - y) };
    }),
  };
}

function overlaps(a: Span, b: Span): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

describe('the picture of a schema', () => {
  const business = businessSchemas().flatMap(({ relations }) => relations);
  it.each([
    ['rivers', RIVERS.relations],
    ['business', business.slice(0, 150)],
    ...Object.entries(samples()).map(([sample, tables]) => [sample, relationsOf(tables)] as const),
  ])('shows every line of %s, and none behind a box', (_, relations) => {
    const { boxes, pieces } = readSvg(svgOf(diagramOf(relations, 0)));
    const links = diagramOf(relations, 0).links.length;
    expect(boxes).toHaveLength(relations.length);
    expect(pieces.length).toBeGreaterThanOrEqual(links);
    expect(pieces.filter((piece) => boxes.some((box) => overlaps(piece, box)))).toEqual([]);
    expect(boxes.filter((box, at) => boxes.slice(at + 1).some((other) => overlaps(box, other)))).toEqual([]);
  });

  it('draws a line for each pair of a composite key', () => {
    const parent = table('s', 'orders', [column('tenant'), column('number')]);
    const key = { ...foreignKey('tenant', 's', 'orders'), columns: ['tenant', 'number'] };
    const child = table('s', 'lines', [column('tenant'), column('number')], {
      foreignKeys: [{ ...key, target: { ...key.target, columns: ['tenant', 'number'] } }],
    });
    const diagram = diagramOf([parent, child], 0);
    const { boxes, pieces } = readSvg(svgOf(diagram));
    const pointing = boxes[1];
    expect(pieces.filter(({ x, width }) => x + width === pointing?.x)).toHaveLength(2);
    expect(mermaidOf(diagram)).toContain('tenant_fkey (tenant → tenant, number → number)');
  });

  it('says what its signs mean, and how many tables it has no place for', () => {
    const svg = svgOf(diagramOf(RIVERS.relations, 7));
    for (const word of ['many rows point', 'may point to nothing', 'PK primary key', 'bold: never empty', '7 more tables'])
      expect(svg).toContain(word);
  });
});
