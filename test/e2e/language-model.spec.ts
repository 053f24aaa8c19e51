import { setImmediate as soon } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { STATEMENT_FORM } from '../../src/query-generation/domain/answer-form.js';
import { ChatCompletions } from '../../src/query-generation/adapters/model/chat-completions.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { ScriptedModel, type Turn, json, proposing, resetting, saying, streaming } from '../support/scripted-model.js';

const MESSAGES = [
  { role: 'system', content: 'Rules.' },
  { role: 'user', content: 'How many rivers?' },
] as const;
const AT_ONCE = { 'Retry-After': '0' };
const DELTA = (content: string, finish_reason: string | null = null) => ({
  choices: [{ delta: { content }, finish_reason }],
});

describe('the client of the language model', () => {
  let server: ScriptedModel;
  beforeAll(async () => {
    server = await ScriptedModel.start();
  });
  afterAll(() => server.stop());

  const client = (more: Record<string, string> = {}) => new ChatCompletions(loadConfig({ ...server.environment, ...more }));
  const ask = (model = client(), signal = new AbortController().signal) => model.ask(MESSAGES, STATEMENT_FORM, 'organization 1', signal);
  const faultOf = async (asking: Promise<unknown>): Promise<unknown> =>
    asking.then(
      () => 'no fault',
      (error: { extension?: { fault?: string }; code?: string }) => error.extension?.fault ?? error.code ?? error,
    );

  it('makes no request when none is configured', async () => {
    const none = new ChatCompletions(loadConfig({}));
    expect(none.isConfigured).toBe(false);
    expect(await faultOf(ask(none))).toBe('MODEL_NOT_CONFIGURED');
  });

  it('sends messages, model, key and the form of the answer, and reads text and use', async () => {
    server.play(proposing('SELECT 1'));
    expect(await ask()).toEqual({
      text: '{"sql":"SELECT 1","explanation":"As asked."}',
      use: { name: 'scripted', inputTokens: 120, outputTokens: 30 },
    });
    const [{ authorization, body } = { authorization: '', body: {} }] = server.asked;
    expect(authorization).toBe('Bearer key-of-the-scripted-model');
    expect([body.model, body.messages, body.stream, body.temperature]).toEqual(['scripted', MESSAGES, false, 0]);
    expect(body.response_format.json_schema.schema.required).toEqual(['sql', 'explanation']);
  });

  it('does without the form where the server does not know it, and remembers that', async () => {
    const unknown = json(400, { error: { message: "Unknown parameter 'response_format'" } });
    server.play(unknown, saying('```sql\nSELECT 1\n```'));
    const model = client();
    expect((await ask(model)).text).toContain('SELECT 1');
    await ask(model);
    expect(server.asked.map(({ body }) => 'response_format' in body)).toEqual([true, false, false]);
  });

  it('asks for three of an organization and eight in all at once, and takes turns', async () => {
    let [open, most] = [0, 0];
    const held: (() => void)[] = [];
    const full = new Promise<void>((resolve) => {
      server.play(async (response, asked) => {
        most = Math.max(most, (open += 1));
        held.push(() => {
          open -= 1;
          void proposing('SELECT 1')(response, asked);
        });
        if (held.length === 8) resolve();
      });
    });
    const model = client();
    const never = new AbortController().signal;
    const asking = ['a', 'a', 'a', 'a', 'a', 'b', 'b', 'b', 'b', 'c', 'c', 'c'].map((party) =>
      model.ask(MESSAGES, STATEMENT_FORM, party, never),
    );
    await full;
    const leaving = new AbortController();
    const left = faultOf(model.ask(MESSAGES, STATEMENT_FORM, 'a', leaving.signal));
    leaving.abort(new Error('Gone.'));
    expect(await left).toEqual(new Error('Gone.'));
    expect([open, server.asked.length]).toEqual([8, 8]);
    const done = Promise.all(asking);
    for (let answered = 0; answered < 12;) {
      const next = held.shift();
      if (next === undefined) await soon();
      else {
        next();
        answered += 1;
      }
    }
    expect((await done).length).toBe(12);
    expect([most, server.asked.length]).toEqual([8, 12]);
  });

  it('refuses those that find a full line', async () => {
    server.play(() => undefined);
    const model = client();
    const leaving = new AbortController();
    const asking = Array.from({ length: 103 }, () => faultOf(ask(model, leaving.signal)));
    expect(await faultOf(ask(model))).toBe('UNAVAILABLE');
    leaving.abort(new Error('Gone.'));
    await Promise.all(asking);
  });

  it('understands a server that streams anyway', async () => {
    const usage = { choices: [], usage: { prompt_tokens: 7, completion_tokens: 9 } };
    server.play(streaming(DELTA('{"sql":'), DELTA('"SELECT é"}'), DELTA('', 'stop'), usage, '[DONE]'));
    expect(await ask()).toEqual({
      text: '{"sql":"SELECT é"}',
      use: { name: 'scripted', inputTokens: 7, outputTokens: 9 },
    });
  });

  it('counts nothing where the server does not say what was used, or says nonsense', async () => {
    const message = { content: 'SELECT 1' };
    server.play(json(200, { choices: [{ message }], usage: { prompt_tokens: -5, completion_tokens: 'many' } }));
    expect((await ask()).use).toEqual({ name: 'scripted', inputTokens: 0, outputTokens: 0 });
  });

  it.each<[string, Turn]>([
    ['429', json(429, {}, AT_ONCE)],
    ['500', json(500, {}, AT_ONCE)],
    ['503', json(503, 'no JSON schema here', AT_ONCE)],
    ['a reset connection', resetting],
  ])('asks again after %s, twice at most', async (_, failure) => {
    server.play(failure, failure, proposing('SELECT 1'));
    expect((await ask()).text).toContain('SELECT 1');
    server.play(failure);
    await faultOf(ask());
    expect(server.asked).toHaveLength(3);
  });

  const half: Turn = (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
    response.write('{"choices":[', () => response.socket?.resetAndDestroy());
  };
  const huge: Turn = (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.on('error', () => undefined);
    const more = (): void => {
      while (!response.destroyed && response.write(' '.repeat(65_536)));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  };
  const redirect: Turn = (response) => void response.writeHead(307, { Location: `${server.url}/elsewhere` }).end('{}');
  const plain =
    (text: string): Turn =>
    (response) =>
      void response.writeHead(200, { 'Content-Type': 'application/json' }).end(text);

  it.each<[string, Turn, number]>([
    ['credentials', json(401, { error: { message: 'Incorrect API key provided: key-of-the-scripted-model' } }), 1],
    ['credentials', json(403, {}), 1],
    ['rate_limited', json(429, {}, AT_ONCE), 3],
    ['server_error', json(502, {}, AT_ONCE), 3],
    ['unreachable', resetting, 3],
    ['unreachable', half, 3],
    ['context_overflow', json(400, { error: { code: 'context_length_exceeded' } }), 1],
    ['context_overflow', json(400, { message: "This model's maximum context length is 8192 tokens" }), 1],
    ['bad_request', json(404, { error: { message: 'no such model' } }), 1],
    ['bad_request', redirect, 1],
    ['too_large', huge, 1],
    ['cut_off', saying('{"sql":"SEL', 'length'), 1],
    ['cut_off', streaming(DELTA('{"sql":"SELECT')), 1],
    ['refused', saying(null, 'stop', { refusal: 'I cannot help with that.' }), 1],
    ['refused', saying('', 'content_filter'), 1],
    ['malformed', plain('<html>gateway</html>'), 1],
    ['malformed', plain('null'), 1],
    ['malformed', plain('{"choices":"none"}'), 1],
    ['malformed', plain('{"choices":[null]}'), 1],
    ['malformed', streaming('{broken'), 1],
    ['server_error', json(200, { error: { message: 'overloaded' } }), 1],
  ])('says %s, and asks no more often than helps (%#)', async (fault, turn, times) => {
    server.play(turn);
    expect(await faultOf(ask())).toBe(fault);
    expect(server.asked).toHaveLength(times);
  });

  it('reveals nothing of the server’s text but a refusal, clipped and on one line', async () => {
    server.play(saying(null, 'stop', { refusal: `No.\n${'x'.repeat(5_000)}` }));
    const refused = await ask().catch((error: unknown) => error as { extension: { reason: string } });
    expect((refused as { extension: { reason: string } }).extension.reason).toMatch(/^No\. x{295}…$/);
    server.play(json(401, { error: { message: 'Incorrect API key provided: key-of-the-scripted-model' } }));
    const failure = await ask().catch((error: unknown) => error);
    expect(JSON.stringify([failure, String(failure)])).not.toContain('key-of-the-scripted-model');
  });

  it.each<[string, Turn]>([
    ['before the first byte', () => undefined],
    ['in the middle of the body', (response) => void response.writeHead(200).write('{')],
    ['between attempts', json(429, {}, { 'Retry-After': '3600' })],
  ])('gives up in time on a server that goes silent %s', async (_, turn) => {
    server.play(turn);
    expect(await faultOf(ask(client({ LLM_TIMEOUT_SECONDS: '1' })))).toBe('timeout');
  });

  it('ends when its caller no longer waits', async () => {
    const controller = new AbortController();
    server.play(() => controller.abort(new Error('gone')));
    await expect(ask(client(), controller.signal)).rejects.toThrow('gone');
    await soon();
    expect(server.asked).toHaveLength(1);
  });
});
