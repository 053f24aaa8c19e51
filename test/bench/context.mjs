import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { Bm25 } from './context-baseline.mjs';
import { ddlOf, sampleQuestions, samples } from './context-samples.mjs';
import { fillCorpus } from './discovery-corpus.mjs';
import { newDatabase, startTarget } from './discovery-target.mjs';
import { heading, median, number, percent, table } from './report.mjs';
import { logIn, startDatabase, startService } from './service.mjs';

const BUDGETS = [600, 1_000, 4_000];
/** The sample database of the demo has the first id. */
const DEMO_SOURCE = 1;
const SIZES = [2_000, 10_000];
const ROUNDS = 9;

/** How many of the tables that questions need are in the context, beside BM25 with neighbours, and what it takes to compose. */
export async function context(scratch) {
  const target = await startTarget(scratch);
  const database = await startDatabase(scratch);
  const masterKey = { HEADGATE_MASTER_KEY: randomBytes(32).toString('base64') };
  const service = await startService(scratch, { databaseUrl: database.url, environment: masterKey });
  const client = new Client(service.url, await logIn(service.url));
  const questions = sampleQuestions();
  heading(
    'context',
    [],
    [
      `${questions.length} questions that need ${countOf(questions)} tables; the even ones were seen while the ranking was made, the odd ones are held out`,
      'found: in the text with its keys; in full: with every column and type; whole: every table that the question needs is found',
    ],
  );
  const sources = { hydrology: { id: DEMO_SOURCE } };
  await client.discover(DEMO_SOURCE);
  sources.hydrology.tables = await client.tables(DEMO_SOURCE);
  for (const [name, tables] of Object.entries(samples())) {
    const place = await newDatabase(target, `context_${name}`);
    await run(place.url, ddlOf(tables));
    const id = await client.register(place);
    await client.discover(id);
    sources[name] = { id, tables: withCosts(tables, await client.tables(id)) };
  }
  const meaning = await withEmbeddings(scratch, database, masterKey);
  const results = [];
  for (const asked of questions) {
    const { id, tables } = sources[asked.sample];
    const bm25 = new Bm25(tables);
    for (const tokens of BUDGETS) {
      const ours = await client.ask(id, asked.question, tokens);
      const alike = meaning && (await meaning.ask(id, asked.question, tokens)).found;
      results.push({ ...asked, tokens, ...ours, alike, baseline: bm25.select(asked.question, tokens) });
    }
  }
  print(results);
  await printSpeed(target, client, sources.erp);
}

/** A second instance that asks the server in EMBEDDINGS_URL, if there is one, once it has a vector for every table. */
async function withEmbeddings(scratch, { url: databaseUrl }, masterKey) {
  const { EMBEDDINGS_URL, EMBEDDINGS_MODEL, EMBEDDINGS_API_KEY } = process.env;
  if (EMBEDDINGS_URL === undefined) return undefined;
  const named = { EMBEDDINGS_URL, EMBEDDINGS_MODEL, ...(EMBEDDINGS_API_KEY && { EMBEDDINGS_API_KEY }) };
  const service = await startService(scratch, { databaseUrl, environment: { ...masterKey, ...named } });
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const missing = `SELECT DISTINCT c.data_source_id AS id FROM schema_relations r JOIN schema_contents c ON c.id = r.content_id
    WHERE r.readable AND NOT EXISTS (
      SELECT FROM schema_relation_texts t JOIN schema_embeddings e USING (text_hash)
       WHERE t.content_id = r.content_id AND t.ordinal = r.ordinal AND e.data_source_id = c.data_source_id AND e.model = $1)`;
  for (;;) {
    const { rows } = await database.query(missing, [EMBEDDINGS_MODEL]);
    if (rows.length === 0) break;
    // The first instance may take a job as well, and has nothing to do then.
    for (const { id } of rows)
      await database.query("SELECT graphile_worker.add_job('data-sources.embed', $1::json, job_key => $2)", [
        JSON.stringify({ data_source_id: id }),
        `bench ${id}`,
      ]);
    await wait(500);
  }
  await database.end();
  return new Client(service.url, await logIn(service.url));
}

function print(results) {
  for (const [name, isOne] of [
    ['seen', ({ isHeldOut }) => !isHeldOut],
    ['held out', ({ isHeldOut }) => isHeldOut],
    ['all', () => true],
  ]) {
    console.log(`\nQuestions: ${name}`);
    const keys = ['found', ...(results.some(({ alike }) => alike) ? ['alike'] : []), 'full', 'baseline'];
    const heads = { found: 'found', alike: 'with embeddings', full: 'in full', baseline: 'BM25' };
    table(
      ['tokens', ...['tables', 'questions'].flatMap((what) => keys.map((key) => `${what} ${heads[key]}`))],
      BUDGETS.map((tokens) => {
        const some = results.filter((one) => one.tokens === tokens && isOne(one));
        const found = (key) => some.reduce((sum, one) => sum + one.needs.filter((it) => one[key].includes(it)).length, 0);
        const whole = (key) => some.filter((one) => one.needs.every((it) => one[key].includes(it))).length;
        const share = (count, of) => `${count} of ${of}, ${percent(count / of)}`;
        return [tokens, ...keys.map((key) => share(found(key), countOf(some))), ...keys.map((key) => share(whole(key), some.length))];
      }),
    );
  }
  if (process.env.SHOW_MISSES === undefined) return;
  for (const { sample, question, tokens, needs, found, isHeldOut } of results) {
    const missed = needs.filter((name) => !found.includes(name));
    if (!isHeldOut && missed.length > 0) console.log(`${tokens} ${sample}: ${question} misses ${missed.join(' ')} in ${found.join(' ')}`);
  }
}

async function printSpeed(target, client, erp) {
  const sources = [[erp.tables.length, erp.id]];
  for (const size of SIZES) {
    const place = await newDatabase(target, `corpus_${size}`);
    await fillCorpus(place.url, size);
    const id = await client.register(place);
    await client.discover(id);
    sources.push([size, id]);
  }
  const rows = [];
  for (const [size, id] of sources)
    for (const tokens of [1_000, 4_000]) {
      const times = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const began = performance.now();
        await client.ask(id, 'Which customers had the most unpaid invoices and late shipments last year?', tokens);
        times.push(performance.now() - began);
      }
      rows.push([size, tokens, number(median(times), 0), number(Math.max(...times), 0)]);
    }
  table(['tables', 'tokens', 'median ms', 'worst ms'], rows);
}

class Client {
  constructor(url, token) {
    this.url = url;
    this.headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  }

  async register({ connection }) {
    const body = { organization_id: 1, name: connection.database, engine: 'postgresql', connection };
    return (await this.#send('POST', '/api/v1/data-sources', body)).data.data_source.id;
  }

  async discover(id) {
    await this.#send('POST', `/api/v1/data-sources/${id}/discover-schema`);
  }

  /** Each table with its columns, and what it costs in the short writing of contexts that do not hold everything. */
  async tables(id) {
    const { text, token_estimate: tokens } = await this.#context(id, { max_tokens: '100000' });
    const parts = text.split(/^(?=CREATE )/m).slice(1);
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    return parts.map((part) => ({
      ...placeOf(part),
      columns: part
        .split('\n')
        .slice(1)
        .flatMap((line) => {
          const [, name] = /^ {2}"([^"]+)"/.exec(line) ?? [];
          const [, own, schema, relation] = /^ {2}FOREIGN KEY \("([^"]+)"\) REFERENCES "([^"]+)"\."([^"]+)"/.exec(line) ?? [];
          if (own !== undefined) return [{ name: own, target: `${schema}.${relation}` }];
          return name === undefined ? [] : [{ name }];
        }),
      cost: (inShortWriting(part).length / length) * tokens,
    }));
  }

  async ask(id, question, tokens) {
    const context = await this.#context(id, { question, max_tokens: String(tokens) });
    const full = context.text
      .split(/^(?=CREATE )/m)
      .slice(1)
      .filter((part) => !/^ {2}-- and \d+ more columns$/m.test(part))
      .map((part) => placeOf(part).name);
    return { found: context.tables_included.map(({ name }) => name), full, text: context.text };
  }

  async #context(id, query) {
    const path = `/api/v1/data-sources/${id}/schema/context?${new URLSearchParams(query).toString()}`;
    return (await this.#send('GET', path)).data;
  }

  async #send(method, path, body) {
    const response = await fetch(this.url + path, {
      method,
      headers: this.headers,
      body: body && JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  }
}

/** About so, for the baseline must not pay more for a table than Headgate does. */
function inShortWriting(part) {
  return part
    .replaceAll(' NOT NULL', '')
    .replaceAll(/,?\n {2}PRIMARY KEY \("[^",]+"\)/g, ' PRIMARY KEY')
    .replaceAll(/\n {2}FOREIGN KEY \("[^",]+"\) REFERENCES "[^"]+"\./g, ' REFERENCES ')
    .replaceAll(/character varying(\(\d+\))?/g, 'varchar')
    .replaceAll(/(timestamp|time) without time zone/g, '$1')
    .replaceAll(/(timestamp|time) with time zone/g, '$1tz')
    .replaceAll(/(numeric|char)\([\d, ]+\)/g, '$1');
}

function placeOf(part) {
  const [, schema, name] = /^CREATE [A-Z ]+ "([^"]+)"\."([^"]+)"/.exec(part);
  return { schema, name };
}

/** The baseline knows what the samples say, and what the service writes costs it as much. */
function withCosts(tables, written) {
  const costs = new Map(written.map(({ schema, name, cost }) => [`${schema}.${name}`, cost]));
  const mean = written.reduce((sum, { cost }) => sum + cost, 0) / written.length;
  return tables.map((one) => ({ ...one, cost: costs.get(`${one.schema}.${one.name}`) ?? mean }));
}

function countOf(questions) {
  return questions.reduce((sum, { needs }) => sum + needs.length, 0);
}

async function run(url, statements) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
