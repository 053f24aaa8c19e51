// A stand-in for a language model, for machines that have none: it knows the questions of the demo templates, and answers them
// with true statements over the sample rivers. It speaks the chat completions of OpenAI, on loopback alone, and needs nothing.
import { createServer } from 'node:http';

const MOST_BYTES = 4 * 1024 * 1024;
const port = Number(process.argv[2] ?? 8123);

/** @type {{ asks: RegExp, sql: (value: (name: string) => string) => string, says: string }[]} */
const KNOWN = [
  {
    asks: /longest rivers of \{continent\}/,
    sql: (value) =>
      `SELECT name, length_km FROM hydrology.rivers WHERE continent = ${text(value('continent'))} ` +
      `ORDER BY length_km DESC, name LIMIT ${whole(value('limit'))}`,
    says: 'The rivers of the continent, the longest first.',
  },
  {
    asks: /touch \{country\}/,
    sql: (value) =>
      `SELECT r.name, r.length_km, string_agg(c.name, ', ' ORDER BY rc.position) AS countries FROM hydrology.rivers r ` +
      `JOIN hydrology.river_countries rc ON rc.river_id = r.id JOIN hydrology.countries c ON c.code = rc.country_code ` +
      `WHERE r.length_km >= ${whole(value('min_length_km'))} AND EXISTS (SELECT 1 FROM hydrology.river_countries t ` +
      `JOIN hydrology.countries named ON named.code = t.country_code WHERE t.river_id = r.id ` +
      `AND named.name = ${text(value('country'))}) GROUP BY r.id, r.name, r.length_km ORDER BY r.length_km DESC, r.name`,
    says: 'Each river that touches the country, with all of its countries from source to mouth.',
  },
  {
    asks: /basins that drain to \{receiving_waters\}/,
    sql: (value) =>
      `SELECT b.name, b.area_km2, count(r.id) AS rivers, max(r.average_discharge_m3s) AS greatest_discharge_m3s ` +
      `FROM hydrology.basins b LEFT JOIN hydrology.rivers r ON r.basin_id = b.id ` +
      `WHERE b.receiving_water IN (${texts(value('receiving_waters'))}) ` +
      `GROUP BY b.id, b.name, b.area_km2 ORDER BY b.area_km2 DESC NULLS LAST, b.name`,
    says: 'Basins by area, with how many rivers they have and the greatest of their discharges.',
  },
  {
    asks: /stations is the \{river\} measured/,
    sql: (value) =>
      `SELECT g.station, c.name AS country FROM hydrology.gauges g JOIN hydrology.rivers r ON r.id = g.river_id ` +
      `JOIN hydrology.countries c ON c.code = g.country_code WHERE r.name = ${text(value('river'))} ORDER BY g.station`,
    says: 'The gauging stations of the river.',
  },
];

function text(value) {
  return `'${value.replaceAll('\0', '').replaceAll("'", "''")}'`;
}

function whole(value) {
  return /^\d{1,9}$/.test(value) ? value : '10';
}

function texts(value) {
  const list = JSON.parse(value);
  return list.map((item) => text(String(item))).join(', ');
}

/** The question in the last section of that name, with the values of the template taken out of it. */
function proposalFor(messages) {
  const message = messages.find(({ role }) => role === 'user')?.content ?? '';
  const question = /<<question (\w+)\n([\s\S]*)\n\1 question>>\s*$/.exec(message)?.[2] ?? message;
  const values = new Map();
  const plain = question.replace(/<(value-[\w-]+) name="(\w+)">([\s\S]*?)<\/\1>/g, (_, tag, name, value) => {
    values.set(name, value);
    return `{${name}}`;
  });
  const known = KNOWN.find(({ asks }) => asks.test(plain));
  if (known === undefined)
    return {
      sql: null,
      explanation: 'I am a stand-in for a language model and know the questions of the demo templates only.',
    };
  return { sql: known.sql((name) => values.get(name) ?? ''), explanation: known.says };
}

function completionFor(body) {
  const { model, messages } = JSON.parse(body);
  const content = JSON.stringify(proposalFor(messages));
  const tokens = [JSON.stringify(messages).length, content.length].map((length) => Math.ceil(length / 4));
  return {
    id: 'chatcmpl-demo',
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: tokens[0], completion_tokens: tokens[1], total_tokens: tokens[0] + tokens[1] },
  };
}

function send(response, status, value) {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}

const server = createServer(async (request, response) => {
  try {
    const chunks = [];
    let size = 0;
    for await (const chunk of request) {
      size += chunk.length;
      if (size > MOST_BYTES) return send(response, 413, { error: { message: 'The request is too large.' } });
      chunks.push(chunk);
    }
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions')
      return send(response, 404, { error: { message: 'There is POST /v1/chat/completions and nothing else.' } });
    send(response, 200, completionFor(Buffer.concat(chunks).toString()));
  } catch {
    send(response, 400, { error: { message: 'The request is no chat completion.' } });
  }
});

server.on('error', (error) => {
  console.error(`The stand-in does not start: ${error.message}. Give it another port: npm run demo:model -- 8124`);
  process.exitCode = 1;
});
server.listen(port, '127.0.0.1', () => {
  console.log('A stand-in for a language model is listening. Start Headgate beside it with:\n');
  console.log(`  LLM_BASE_URL=http://127.0.0.1:${server.address().port}/v1 LLM_MODEL=demo npm start\n`);
});
