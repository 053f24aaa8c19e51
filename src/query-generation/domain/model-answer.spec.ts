import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { proposalIn } from './model-answer.js';
import { anyCharacter } from '../../../test/support/any-character.js';

const SELECT = { kind: 'statement', sql: 'SELECT 1', explanation: null };
const MALFORMED = { kind: 'malformed' };

describe('an answer of a model', () => {
  it.each([
    ['the object it was asked for', '{"sql":"SELECT 1","explanation":null}'],
    ['the object in a fence', '```json\n{"sql":"SELECT 1","explanation":""}\n```'],
    ['a statement in a fence with words around it', 'Sure!\n\n```sql\nSELECT 1\n```\nThat counts one.'],
    ['the object with words around it', 'Here you are: {"sql": "SELECT 1", "explanation": ""} Enjoy.'],
    ['a bare statement', ' SELECT 1\n'],
    ['thoughts beforehand', '<think>SELECT 2? ```sql\nSELECT 3\n``` no.</think>\n{"sql":"SELECT 1"}'],
    ['thoughts by another name', '<thinking>{"sql":"SELECT 2"}</thinking>\nSELECT 1'],
    ['thoughts of which only the end came', 'Perhaps ```sql\nSELECT 2\n``` or {this}? No.\n</think>\n\n{"sql":"SELECT 1"}'],
    ['thoughts that speak of their end', 'I write </think> after it. {"sql":"SELECT 2"}</think>{"sql":"SELECT 1"}'],
    ['an object with another name for it', '{"query":"SELECT 1"}'],
    ['a fence that is closed on the last line', '```sql\nSELECT 1```'],
    ['a fence of tildes', '~~~sql\nSELECT 1\n~~~'],
    ['a fence inside the object', '{"sql":"```sql\\nSELECT 1\\n```"}'],
    ['a bare statement with its title', 'SQLQuery: SELECT 1'],
  ])('is a statement as %s', (_, text) => {
    expect(proposalIn(text)).toEqual(SELECT);
  });

  it.each([
    ['raw line breaks and tabs in the object', '{"sql":"SELECT 1,\n\t2","explanation":"a \\"b\\"\r\nc"}', 'SELECT 1,\n\t2'],
    ['the end of thoughts as a value', `{"sql":"SELECT '</think>'"}`, `SELECT '</think>'`],
    ['that after thoughts', `<think>a</think>{"sql":"SELECT '</think>'"}`, `SELECT '</think>'`],
    ['a comment first', '-- one\nSELECT 1', '-- one\nSELECT 1'],
    ['parentheses', '(SELECT 1) UNION (SELECT 2)', '(SELECT 1) UNION (SELECT 2)'],
  ])('keeps the statement as it is: %s', (_, text, sql) => {
    expect(proposalIn(text)).toMatchObject({ kind: 'statement', sql });
  });

  it.each([
    [['By length', 'By length'], { kind: 'clarification', clarification: { question: 'Which?', choices: ['By length'] } }],
    [[], { kind: 'refusal', reason: 'Which?' }],
    [null, { kind: 'refusal', reason: 'Which?' }],
  ])('asks back with the choices %j', (choices, proposal) => {
    expect(proposalIn(JSON.stringify({ sql: null, clarification: { question: 'Which?', choices } }))).toEqual(proposal);
  });

  it('explains the statement in words of the model, on one line and not too many', () => {
    const explaining = (explanation: unknown) => proposalIn(JSON.stringify({ sql: 'SELECT 1', explanation }));
    expect(explaining('One,\nand no more.')).toEqual({ ...SELECT, explanation: 'One, and no more.' });
    expect(explaining('x'.repeat(501))).toEqual({ ...SELECT, explanation: `${'x'.repeat(499)}…` });
    expect(explaining({ of: 'another type' })).toEqual(SELECT);
  });

  it('leads nowhere: addresses in its words are taken to pieces, names of the statement are not', () => {
    const sql = 'SELECT name FROM hydro.rivers';
    const explanation = 'From hydro.rivers, see evil.example/login, https://a.example or a@b.example.';
    const told = 'From hydro.rivers, see evil example/login, https a example or a b example.';
    expect(proposalIn(JSON.stringify({ sql, explanation }))).toEqual({ kind: 'statement', sql, explanation: told });
    const clarification = { question: 'At evil.example?', choices: ['See evil.example', 'By length'] };
    expect(proposalIn(JSON.stringify({ sql: null, explanation: '', clarification }))).toEqual({
      kind: 'clarification',
      clarification: { question: 'At evil example?', choices: ['See evil example', 'By length'] },
    });
  });

  it.each([
    ['{"sql":null,"explanation":"No such table."}', 'No such table.'],
    ['{"sql":"","explanation":"No."}', 'No.'],
    ['{"sql":null}', ''],
  ])('that gives no statement is a refusal: %s', (text, reason) => {
    expect(proposalIn(text)).toEqual({ kind: 'refusal', reason });
  });

  it.each([
    ['nothing', ''],
    ['prose', 'You could run SELECT 1 for that.'],
    ['two statements to choose from', '```sql\nSELECT 1\n```\nor\n```sql\nSELECT 2\n```'],
    ['broken JSON', '{"sql":"SELECT 1'],
    ['broken JSON in a fence', '```json\n{"sql":"SELECT 1\n```'],
    ['another program', '```python\nprint(1)\n```'],
    ['a statement that is no text', '{"sql":{"$ne":1}}'],
    ['a list', '["SELECT 1"]'],
    ['null', 'null'],
    ['thoughts without an end', '<think>{"sql":"SELECT 1"}'],
    ['two statements inside the object', '{"sql":"```sql\\nSELECT 1\\n```\\n```sql\\nSELECT 2\\n```"}'],
    ['two names for it', '{"sql":1,"query":"SELECT 1"}'],
    ['an empty fence', '```sql\n```'],
  ])('is malformed as %s', (_, text) => {
    expect(proposalIn(text)).toEqual(MALFORMED);
  });

  it('is read without an exception, whatever it is', () => {
    fc.assert(fc.property(fc.oneof(fc.string({ unit: anyCharacter }), fc.json()), (text) => void proposalIn(text)));
  });

  it('is read in linear time', () => {
    for (const text of [
      '```sql\n'.repeat(100_000),
      '<think>'.repeat(100_000),
      '{'.repeat(500_000),
      '```'.repeat(200_000),
      '{"'.repeat(200_000),
      '</think>'.repeat(100_000),
      '--\n('.repeat(100_000),
      `{"${'\\"'.repeat(200_000)}`,
      `--\n${' '.repeat(200_000)}x`,
      `sql query:${' '.repeat(200_000)}x`,
    ])
      expect(proposalIn(text)).toEqual(MALFORMED);
  });
});
