import { createServer } from 'node:http';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sqlite from 'node-sqlite3-wasm';
import { answerModel } from '../../dist/src/demo/stand-ins/language-model.js';
import { QUESTIONS as FIRST, SHOP } from './ask-questions.mjs';
import { SCHEMAS, SCHEMA_QUESTIONS } from './ask-schemas.mjs';
import { heading, median, table } from './report.mjs';
import { logIn, startDatabase, startService } from './service.mjs';

const FILES = { shop: SHOP, ...SCHEMAS };
const QUESTIONS = [...FIRST, ...SCHEMA_QUESTIONS];

/** Questions with known answers, asked of the model in LLM_BASE_URL and of the stand-in, so that models can be compared. */
export async function ask(scratch) {
  const standIn = await startStandIn(scratch);
  const { LLM_BASE_URL, LLM_MODEL, LLM_API_KEY } = process.env;
  const models = [
    ...(LLM_BASE_URL === undefined ? [] : [{ LLM_BASE_URL, LLM_MODEL, ...(LLM_API_KEY && { LLM_API_KEY }) }]),
    { LLM_BASE_URL: standIn, LLM_MODEL: 'stand-in' },
  ];
  heading(
    'Questions in words',
    ['@nestjs/core'],
    [
      `${QUESTIONS.length} questions over the sample rivers (PostgreSQL) and small databases of our own (SQLite): a shop, a record shop, a wholesaler and a film rental; one after the other`,
      'right: as many rows as the expected statement has, and each of its columns among those of the answer',
      'refused: the model wrote no statement, or asked back; failed: every other end without rows',
    ],
  );
  const rows = [];
  for (const [at, model] of models.entries()) {
    const asking = await startAsking(scratch, `model-${at}`, model);
    for (const source of ['rivers', ...Object.keys(FILES)]) rows.push(await judged(asking, model.LLM_MODEL, source));
  }
  table(['model, schema', 'questions', 'right', 'wrong', 'refused', 'failed', 'repairs', 'tokens', 'median ms'], rows);
}

async function startStandIn(scratch) {
  const server = createServer((request, response) => void answerModel(request, response));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  scratch.defer(() => server.close());
  return `http://127.0.0.1:${server.address().port}/v1`;
}

/** A service of its own for each model, with both sources discovered. */
async function startAsking(scratch, name, model) {
  const files = join(scratch.directory, name, 'sources');
  await mkdir(join(files, '1'), { recursive: true });
  for (const [file, statements] of Object.entries(FILES)) {
    const database = new sqlite.Database(join(files, '1', `${file}.db`));
    for (const statement of statements) database.run(statement);
    database.close();
  }
  const { url: databaseUrl } = await startDatabase(scratch, `${name}-database`);
  const environment = {
    ...model,
    DATA_SOURCE_FILES_DIR: files,
    HEADGATE_DATA_DIR: join(scratch.directory, name, 'data'),
    NODE_ENV: 'development',
    ASK_TOKENS_PER_PERSON: '2000000000',
    ASK_TOKENS_PER_ORGANIZATION: '2000000000',
  };
  const { url } = await startService(scratch, { databaseUrl, environment });
  const token = await logIn(url);
  const call = async (method, path, body) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/api/v1${path}`, { method, headers, body: body && JSON.stringify(body) });
    return { status: response.status, body: await response.json() };
  };
  const post = (path, body) => call('POST', path, body);
  const sources = { rivers: 1 };
  for (const file of Object.keys(FILES)) {
    const body = { organization_id: 1, name: file, engine: 'sqlite', connection: { file: `${file}.db` } };
    const made = await post('/data-sources', body);
    if (made.status !== 201) throw new Error(`${file} was not registered: ${JSON.stringify(made.body)}`);
    sources[file] = made.body.data.data_source.id;
  }
  for (const id of Object.values(sources)) {
    const { status, body } = await post(`/data-sources/${id}/discover-schema`);
    if (status !== 200) throw new Error(`No discovery: ${JSON.stringify(body)}`);
  }
  return { post, get: (path) => call('GET', path), sources };
}

async function judged({ post, get, sources }, model, source) {
  const sums = { right: 0, wrong: 0, refused: 0, failed: 0, repairs: 0, tokens: 0 };
  const times = [];
  const questions = QUESTIONS.filter((one) => one.source === source);
  let conversation = null;
  for (const { question, sql, follows } of questions) {
    const expected = await post(`/data-sources/${sources[source]}/query`, { sql, max_rows: 1000 });
    if (expected.status !== 200) throw new Error(`No answer is known to "${question}": ${JSON.stringify(expected.body)}`);
    const begun = performance.now();
    const body = { question, max_rows: 1000, ...(follows && { conversation_id: conversation }) };
    const answer = await post(`/data-sources/${sources[source]}/ask`, body);
    times.push(performance.now() - begun);
    const { data, fault } = answer.body;
    conversation = data?.conversation_id ?? null;
    sums.repairs += data?.repairs ?? 0;
    const { model: use } = (await get(`/query-executions/${data?.execution_id ?? answer.body.execution_id}`)).body.data.query_execution;
    sums.tokens += (use?.input_tokens ?? 0) + (use?.output_tokens ?? 0);
    if (data?.result) sums[holds(data.result.rows, expected.body.data.rows) ? 'right' : 'wrong'] += 1;
    else sums[data?.clarification || fault === 'refused' ? 'refused' : 'failed'] += 1;
  }
  const { right, wrong, refused, failed, repairs, tokens } = sums;
  const share = `${right} (${Math.round((100 * right) / questions.length)} %)`;
  return [`${model}, ${source}`, questions.length, share, wrong, refused, failed, repairs, tokens, median(times).toFixed(0)];
}

/** Whether some choice of the columns makes these rows those, in any order. */
function holds(rows, expected) {
  if (rows.length !== expected.length) return false;
  if (expected.length === 0) return true;
  const wanted = expected.map(keyOf).sort();
  const [first, like] = [rows[0], expected[0]];
  const choose = (chosen) => {
    if (chosen.length === like.length) {
      const found = rows.map((row) => keyOf(chosen.map((index) => row[index]))).sort();
      return found.every((key, at) => key === wanted[at]);
    }
    return first.some((_, index) => !chosen.includes(index) && choose([...chosen, index]));
  };
  return choose([]);
}

/** Engines and drivers write a number as a number or as text, and sums of fractions differ in the last digits. */
function keyOf(row) {
  return JSON.stringify(row.map((cell) => (isNumber(cell) ? Number(Number(cell).toPrecision(10)) : cell)));
}

function isNumber(cell) {
  return typeof cell === 'number' || (typeof cell === 'string' && /^-?\d+(\.\d+)?$/.test(cell));
}
