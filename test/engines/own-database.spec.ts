import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DemoModel, startDemoModel } from '../support/demo-model.js';
import { eventsIn } from '../support/event-stream.js';
import { makeFile } from '../support/make-file.js';
import { MYSQL_URL, MySqlServer } from '../support/mysql-server.js';
import { SourceDatabase } from '../support/source-database.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const LIBRARY = `
  CREATE TABLE authors (id int PRIMARY KEY, full_name varchar(80) NOT NULL, born int);
  CREATE TABLE book_copies (shelf int, author_id int NOT NULL, title varchar(80) NOT NULL, price_eur decimal(8,2), pages int,
    PRIMARY KEY (shelf), FOREIGN KEY (author_id) REFERENCES authors (id));
  INSERT INTO authors VALUES (1, 'Ada O''Neil', 1931), (2, 'Björn Berg', 1960), (3, 'Chloé Roux', NULL);
  INSERT INTO book_copies VALUES (7, 1, 'Rain', 12.50, 90), (8, 1, 'Snow', 30.00, 410), (9, 2, 'Wind', 8.25, 120)`;

const ENGINES = ['postgresql', 'sqlite', 'duckdb', ...(MYSQL_URL === undefined ? [] : ['mysql'])];

/** What a person does who has just installed the service, with the stand-in for a language model that the demo brings. */
describe.each(ENGINES)('a database of one’s own, on %s', (engine) => {
  let model: DemoModel;
  let app: TestApp;
  let olivia: LoggedIn;
  let sourceId: number;
  const ends: (() => unknown)[] = [];
  beforeAll(async () => {
    const files = mkdtempSync(join(tmpdir(), 'own-'));
    mkdirSync(join(files, '1'));
    ends.push(() => rmSync(files, { recursive: true }));
    model = await startDemoModel();
    ends.push(() => model.stop());
    const environment = { LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'demo', DATA_SOURCE_FILES_DIR: files };
    app = await startTestApp({ environment });
    ends.push(() => app.close());
    olivia = await logIn(app.http, 'olivia');
    const body = { organization_id: 1, name: 'Our library', engine, connection: await connectionTo(files) };
    const made = await app.http.post('/api/v1/data-sources', body, { token: olivia.accessToken });
    expect([made.status, made.text]).toEqual([201, expect.anything()]);
    sourceId = made.body.data.data_source.id;
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });

  async function connectionTo(files: string): Promise<Record<string, unknown>> {
    if (engine === 'sqlite' || engine === 'duckdb') {
      makeFile(engine, join(files, '1', 'library.db'), LIBRARY);
      return { file: 'library.db' };
    }
    if (engine === 'postgresql') {
      const database = await SourceDatabase.create(...LIBRARY.split(';'));
      ends.push(() => database.drop());
      await database.run(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${database.role}`);
      return database.connection();
    }
    const server = await MySqlServer.connect();
    ends.push(() => server.stop());
    await server.database('e2e_library');
    await server.run(`USE e2e_library; ${LIBRARY}`);
    const { addresses, port, username, password } = await server.user('e2e_librarian', 'SELECT ON e2e_library.*');
    return { host: addresses[0], port, database: 'e2e_library', username, password, ssl: false };
  }

  const ask = (body: object, headers: Record<string, string> = {}) =>
    app.http.post(`/api/v1/data-sources/${sourceId}/ask`, body, { token: olivia.accessToken, headers });
  const answered = async (question: string, conversation_id: number | null = null) => {
    const answer = await ask({ question, conversation_id });
    expect([question, answer.status, answer.text]).toEqual([question, 200, expect.anything()]);
    return answer.body.data;
  };
  /** Drivers write some numbers as text. */
  const numbersIn = (rows: unknown[][]) =>
    rows.map((row) => row.map((cell) => (cell === null || isNaN(Number(cell)) ? cell : Number(cell))));

  it('answers three questions with rows and sentences, from the first one on', async () => {
    const { text } = await ask({ question: 'How many rows does book_copies have?' }, { Accept: 'text/event-stream' });
    const events = eventsIn(text);
    expect(events.map(({ event }) => event)).toEqual([
      ...['started', 'discovering', 'context', 'sql', 'verdict', 'rows', 'sentence', 'done'],
    ]);
    const { conversation_id, result, sentence } = events.at(-1)?.data ?? {};
    expect([numbersIn(result.rows), sentence]).toEqual([[[3]], { text: 'The answer is 3.', by: 'model' }]);

    const each = await answered('How many rows of book_copies belong to each row of authors?', conversation_id);
    expect(numbersIn(each.result.rows)).toEqual([
      ["Ada O'Neil", 2],
      ['Björn Berg', 1],
      ['Chloé Roux', 0],
    ]);
    expect([each.sentence.by, each.chart?.mark]).toEqual(['model', 'bar']);

    const first = await answered('Show the first 2 rows of book_copies.', conversation_id);
    expect(first.result.rows.map(([shelf]: unknown[]) => Number(shelf))).toEqual([7, 8]);
    expect(first.sentence.by).toBe('model');
  });

  it.each([
    ['Which authors are there?', [1, 2, 3]],
    ['How many book copies are there?', [3]],
    ['Which author has the most book copies?', ["Ada O'Neil", 'Björn Berg', 'Chloé Roux']],
    ['Which book copies have the highest price?', ['Snow', 'Rain', 'Wind']],
    ['Which title has the most book copies?', ['Rain', 'Snow', 'Wind']],
    ['Which book copies have the lowest pages?', ['Rain', 'Wind', 'Snow']],
    ['What is the total pages of book_copies?', [620]],
    ['Wie viele Zeilen hat authors?', [3]],
    ['Wie viele Zeilen von book_copies gehören zu jeder Zeile von authors?', ["Ada O'Neil", 'Björn Berg', 'Chloé Roux']],
    ['Zeige die ersten 10 Zeilen von authors.', [1, 2, 3]],
  ])('answers "%s"', async (question, cells) => {
    const { result } = await answered(question);
    const found = numbersIn(result.rows).map(([cell]) => cell);
    expect([question, found]).toEqual([question, cells]);
  });

  // Engines differ in where they sort what is missing.
  it('counts by each value of a column, in any order where the counts are equal', async () => {
    const { result } = await answered('How many authors are there for each born?');
    const counted = [1931, 1960, null].map((born) => [born, 1]);
    expect(result.rows).toHaveLength(counted.length);
    expect(numbersIn(result.rows)).toEqual(expect.arrayContaining(counted));
  });

  it('goes on from an answer, and asks back where there are two readings', async () => {
    const { conversation_id } = await answered('Which book copies have the highest price?');
    const next = await answered('How many are these?', conversation_id);
    expect(next.sentence.text).toBe('The answer is 3.');
    const { clarification } = await answered('Which are the largest book copies?');
    expect(clarification.choices).toEqual(['Which book_copies have the highest price_eur?', 'Which book_copies have the highest pages?']);
    const chosen = await answered(clarification.choices[1]);
    expect(chosen.result.rows[0][0]).toBe('Snow');
  });

  it('answers no question that it does not understand as a whole', async () => {
    for (const question of ['How many authors live in Vienna?', 'Which authors have no book copies?', 'Will it rain?']) {
      const { status, body } = await ask({ question });
      expect([question, status, body.fault]).toEqual([question, 502, 'refused']);
      expect(body.reason).toMatch(/^I am a stand-in .* "How many rows does \w+ have\?"/);
    }
  });
});
