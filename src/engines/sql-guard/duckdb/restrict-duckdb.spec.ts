import { expect, it } from '@jest/globals';
import { judgeFileStatement, restrictFileStatement } from '../judge-file-statement.js';

it.each(['/*a*/', '--\n', '/**/ ', '/*TABLE*/'])('restricts at once what has very many comments: %j', async (comment) => {
  const sql = `WITH t AS (TABLE ${comment.repeat(1000)}dept) SELECT emp.id FROM t, emp`;
  const judgement = await judgeFileStatement({ engine: 'duckdb', sql, tables: [] });
  if ('missing' in judgement || !judgement.ok) throw new Error(JSON.stringify(judgement));
  const columns = [{ name: 'id', type: 'INTEGER', mask: null }];
  const restriction = { schema: 'main', name: 'emp', isDenied: false, policies: ['p'], rows: null, columns };
  const uses = judgement.relations.map(({ name }) => {
    return { schema: 'main', name, restriction: name === 'emp' ? restriction : null };
  });
  const restricting = await restrictFileStatement({ engine: 'duckdb', sql, tables: [], uses });
  expect(restricting).toMatchObject({
    ok: true,
    statement: expect.stringMatching(/\(SELECT \S+ FROM "main"\."emp"/),
  });
});
