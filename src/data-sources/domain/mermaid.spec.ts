import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { column, foreignKey, table } from '../../../test/support/planted-schema.js';
import { diagramOf } from './diagram.js';
import { svgOf } from './diagram-svg.js';
import { mermaidOf } from './mermaid.js';

const HOSTILE = [
  '"',
  '\n',
  '}',
  '%%',
  '%%{init: {}}%%',
  '<b>',
  '`',
  '~',
  '\\',
  '#quot;',
  '橋',
  'direction LR',
  'PK',
  '--',
  ' ',
];
const name = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 6 })
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
        foreignKeys: [{ ...foreignKey(one, 's', one), name: other }],
      }),
    ),
  );

  it('are Mermaid in which a name is nothing but a label', () => {
    fc.assert(
      fc.property(relations, (some) => {
        const lines = mermaidOf(diagramOf(some)).split('\n');
        expect(lines.filter((line) => !LINE.test(line))).toEqual([]);
        expect(lines.filter((line) => line.startsWith('  t') && line.endsWith('{'))).toHaveLength(some.length);
      }),
    );
  });

  it('are SVG in which a name is nothing but text', () => {
    const known = /<\/?(svg|rect|path|text|title|g)( [a-z-]+="[^"<>]*"|(?: viewBox="[^"]*"))*\/?>/g;
    fc.assert(
      fc.property(relations, (some) => {
        const rest = svgOf(diagramOf(some)).replaceAll(known, '').replaceAll('\n', '');
        expect(rest).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)|[\p{Cc}\ud800-\udfff\ufffe\uffff]/u);
      }),
    );
  });
});
