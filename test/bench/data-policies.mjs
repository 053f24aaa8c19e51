import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { percentile, readCorpora, timed } from './guard.mjs';
import { root } from './processes.mjs';
import { heading, median, number, table } from './report.mjs';

const RULES = 20;
const COLUMNS = 20;
const DIALECTS = ['postgresql', 'mysql'];

/** What it costs a statement to be written for a person whom policies restrict in every relation of it. */
export async function dataPolicies(scratch) {
  const at = (name) => import(pathToFileURL(join(root, `dist/src/engines/sql-guard/${name}.js`)).href);
  const [{ judge }, { restrict }] = [await at('judge'), await at('restrict')];
  const { corpora, sources } = await readCorpora(scratch);
  heading(
    'data-policies',
    [],
    [`${RULES} rules for the rows of each relation, ${COLUMNS} columns, four of them masked; milliseconds a statement`],
  );
  const costs = [];
  for (const dialect of DIALECTS) {
    const source = sources[dialect];
    const work = [];
    for (const sql of corpora[dialect].honest) {
      const judgement = await judge(dialect, sql, source);
      if (!judgement.ok || judgement.relations.length === 0) continue;
      const uses = judgement.relations.map(({ schema, name }) => restricted(schema ?? 'public', name));
      const end = await restrict(dialect, sql, source, uses);
      work.push({ sql, uses, end });
    }
    const judged = await timed(work, ({ sql }) => judge(dialect, sql, source));
    const written = await timed(work, ({ sql, uses }) => restrict(dialect, sql, source, uses));
    costs.push([
      dialect,
      work.length,
      work.filter(({ end }) => !end.ok).length,
      work.filter(({ end }) => end.ok && /(?: OFFSET 0| LIMIT 18446744073709551615)\)/.test(end.statement)).length,
      number(median(judged), 3),
      number(median(written), 3),
      number(percentile(written, 0.99), 3),
    ]);
    for (const { sql, end } of work)
      if (!end.ok) console.log(`${dialect}, honest and refused under policies: ${sql}\n  ${end.violations[0].message}`);
  }
  table(['dialect', 'statements', 'refused', 'fenced', 'judged, median', 'written, median', 'written, p99'], costs);
}

function restricted(schema, name) {
  const masks = [{ kind: 'null' }, { kind: 'hash', key: '00ff'.repeat(8) }, { kind: 'last_four' }, { kind: 'year' }];
  const columns = Array.from({ length: COLUMNS }, (_, at) => ({
    name: `c${at}`,
    type: 'date',
    mask: masks[at] ?? null,
  }));
  const terms = Array.from({ length: RULES }, (_, at) => ({
    kind: 'in',
    column: `c${at % COLUMNS}`,
    values: ['EU', 'US', String(at)],
  }));
  const rows = { kind: 'and', terms };
  return { schema, name, restriction: { schema, name, isDenied: false, columns, rows, policies: ['p'] } };
}
