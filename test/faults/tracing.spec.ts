import { once } from 'node:events';
import { type IncomingHttpHeaders, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { loadConfig } from '../../src/platform/config/config.js';
import { GuardedFetch } from '../../src/platform/network/guarded-fetch.js';
import { startTracing } from '../../src/platform/tracing/start-tracing.js';
import { tracing } from '../../src/platform/tracing/tracing.js';
import { STATEMENT_FORM } from '../../src/query-generation/domain/answer-form.js';
import { ChatCompletions } from '../../src/query-generation/adapters/model/chat-completions.js';
import { eventually } from '../platform/fixtures/eventually.js';
import type { HeadgateProcess } from '../support/headgate-process.js';
import { testEnvironment } from '../setup/test-environment.mjs';
import { HttpClient } from '../support/http-client.js';
import { installation } from '../support/installation.js';
import { logIn } from '../support/test-app.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status?: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: Pick<Span, 'attributes'>;
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

/** A collector that keeps what it is sent; it answers nothing while it hangs. Elsewhere it answers as a language model. */
class Collector {
  texts: string[] = [];
  otherHeaders: IncomingHttpHeaders[] = [];
  connections = 0;
  isHanging = false;
  url = '';
  private readonly server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      if (request.url !== '/v1/traces') {
        this.otherHeaders.push(request.headers);
        response.setHeader('Content-Type', 'application/json');
        const content = JSON.stringify({ sql: null, explanation: 'No.' });
        response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
        return;
      }
      this.texts.push(text);
      if (!this.isHanging) response.setHeader('Content-Type', 'application/json').end('{}');
    });
  }).on('connection', () => (this.connections += 1));

  async open(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  get sent(): Sent[] {
    return this.texts.map((text) => JSON.parse(text) as Sent);
  }

  get spans(): Span[] {
    return this.sent.flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)));
  }
}

const valueOf = ({ attributes }: Pick<Span, 'attributes'>, key: string): unknown =>
  Object.values(attributes.find((one) => one.key === key)?.value ?? {})[0];

describe('traces', () => {
  const ours = installation();
  const collector = new Collector();
  beforeAll(() => collector.open());
  beforeEach(() => {
    collector.texts = [];
    collector.otherHeaders = [];
    collector.connections = 0;
    collector.isHanging = false;
  });
  afterAll(() => collector.close());

  const start = async (environment: Record<string, string> = {}): Promise<{ program: HeadgateProcess; http: HttpClient; url: string }> => {
    const program = ours().run('main', {
      environment: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_SERVICE_NAME: 'headgate-under-test',
        OTEL_BSP_SCHEDULE_DELAY: '100',
        ...environment,
      },
    });
    const url = await program.listening();
    return { program, http: new HttpClient(url), url };
  };

  it('lead from the client through the request to its statements, and into the log', async () => {
    const { http, program } = await start();
    const { accessToken: token } = await logIn(http, 'olivia');
    const headers = { traceparent: `00-${TRACE}-${PARENT}-01`, 'X-Request-Id': 'req-1' };
    const answer = await http.get('/api/v1/organizations/1', { token, headers });
    expect(answer.status).toBe(200);
    const requestSpan = (): Span | undefined => collector.spans.find((span) => valueOf(span, 'headgate.request_id') === 'req-1');
    await eventually('the span arrives', () => requestSpan() !== undefined);
    const span = requestSpan();
    expect(span).toMatchObject({
      traceId: TRACE,
      parentSpanId: PARENT,
      name: 'GET /api/v1/organizations/:org_id',
      kind: 2,
    });
    expect(span && [valueOf(span, 'http.response.status_code'), valueOf(span, 'http.route')]).toEqual([
      200,
      '/api/v1/organizations/:org_id',
    ]);
    const statements = collector.spans.filter(({ parentSpanId }) => parentSpanId === span?.spanId);
    expect(statements.length).toBeGreaterThan(0);
    for (const one of statements) expect([one.traceId, valueOf(one, 'db.system.name')]).toEqual([TRACE, 'postgresql']);
    const [resource] = collector.sent.flatMap(({ resourceSpans }) => resourceSpans);
    expect(resource && valueOf(resource.resource, 'service.name')).toBe('headgate-under-test');
    await eventually('the log has it', () => program.stdout.includes(`"trace_id":"${TRACE}"`));
  });

  it('begin anew when the header is missing', async () => {
    const { http } = await start();
    for (const [at, traceparent] of ['nonsense', `00-${'0'.repeat(32)}-${PARENT}-01`, `00-${TRACE}-x-01`].entries())
      await http.get('/api/rivers?limit=1', { headers: { traceparent, 'X-Request-Id': `bad-${at}` } });
    const mine = (): Span[] => collector.spans.filter((span) => String(valueOf(span, 'headgate.request_id')).startsWith('bad-'));
    await eventually('they arrive', () => mine().length === 3);
    for (const span of mine()) {
      expect(span.parentSpanId ?? '').toBe('');
      expect(span.traceId).not.toBe(TRACE);
      expect(span.traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
    }
  });

  it('hold no secret, no value and no address', async () => {
    const { http } = await start();
    const { accessToken, refreshToken } = await logIn(http, 'olivia');
    await http.post('/api/auth/login', { username: 'olivia', password: 'wrong-secret-word' });
    await http.get('/api/rivers?secret=query-secret', { token: accessToken });
    await http.get('/api/v1/invitations/invitation-secret');
    await http.post('/api/auth/refresh', { refresh_token: refreshToken });
    await http.get('/nowhere/path-secret', { headers: { 'X-Request-Id': 'the-last' } });
    await eventually('the last one arrives', () => collector.texts.join('').includes('the-last'));
    const text = collector.texts.join('');
    for (const secret of [accessToken, refreshToken, 'river-delta', 'wrong-secret', 'query-secret', 'invitation-secret'])
      expect(text).not.toContain(secret);
    expect(text).not.toContain('path-secret');
    expect(text).not.toContain('olivia');
    const names = collector.spans.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['POST /api/auth/login', 'GET unmatched']));
  });

  it('include jobs, and not probes', async () => {
    const { http } = await start();
    await http.get('/health/ready');
    await http.post('/api/auth/password-reset/request', { email: 'olivia@delta.example' });
    await eventually('the job of the mail is told', () => collector.spans.some(({ name }) => name.startsWith('job ')));
    expect(collector.spans.filter(({ name }) => name.includes('/health'))).toEqual([]);
  });

  it('are off unless a collector is configured', async () => {
    const { http, program } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: '' });
    await http.get('/api/rivers', { headers: { traceparent: `00-${TRACE}-${PARENT}-01` } });
    await program.stop();
    expect([collector.connections, program.stdout.includes('trace_id')]).toEqual([0, false]);
  });

  it('are as the standard sampler says', async () => {
    const { http, program } = await start({ OTEL_TRACES_SAMPLER: 'always_off' });
    await http.get('/api/rivers');
    await program.stop();
    expect(collector.spans).toEqual([]);
  });

  it('cost no request anything while the collector hangs or is away, and no end either', async () => {
    collector.isHanging = true;
    for (const endpoint of [collector.url, 'http://127.0.0.1:9']) {
      const { http, program } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
      const { accessToken: token } = await logIn(http, 'olivia');
      for (let at = 0; at < 20; at += 1) expect((await http.get('/api/rivers?limit=1', { token })).status).toBe(200);
      expect((await program.stop()).code).toBe(0);
    }
    expect(collector.texts.length).toBeGreaterThan(0);
  });

  it('that still wait are sent at the end', async () => {
    const { http, program } = await start({ OTEL_BSP_SCHEDULE_DELAY: '600000' });
    await http.get('/api/rivers', { headers: { 'X-Request-Id': 'at-the-end' } });
    expect(collector.texts.join('')).not.toContain('at-the-end');
    expect((await program.stop()).code).toBe(0);
    expect(collector.texts.join('')).toContain('at-the-end');
  });

  it('require an address for their collector', async () => {
    const program = ours().run('main', { environment: { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' } });
    const { code, stderr } = await program.finished();
    expect([code, stderr]).toEqual([1, expect.stringContaining('OTEL_EXPORTER_OTLP_ENDPOINT')]);
  });

  it('continue when the service itself sends requests: to a language model, an identity provider', async () => {
    const before = process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.url;
    const stop = await startTracing('0.0.0');
    const config = loadConfig({ ...testEnvironment, LLM_BASE_URL: `${collector.url}/model`, LLM_MODEL: 'small' });
    const from = { traceparent: `00-${TRACE}-${PARENT}-01`, tracestate: 'vendor=1' };
    const ask = async (): Promise<void> => {
      await new ChatCompletions(config).ask([], STATEMENT_FORM, 'organization 1', new AbortController().signal);
      const resolver = { addressesOf: () => Promise.resolve([]) };
      const fetcher = new GuardedFetch(config, resolver);
      await fetcher.fetch(`${collector.url}/token?code=code-secret`, { party: 'organization 1' });
    };
    await tracing()?.within('outer', 'SERVER', {}, ask, from);
    await stop();
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = before;
    expect(collector.otherHeaders).toHaveLength(2);
    for (const { traceparent, tracestate } of collector.otherHeaders) {
      expect(traceparent).toMatch(new RegExp(`^00-${TRACE}-(?!${PARENT})[0-9a-f]{16}-01$`));
      expect(tracestate).toBe('vendor=1');
      const sender = collector.spans.find(({ spanId }) => traceparent?.toString().includes(spanId));
      expect(sender).toMatchObject({ kind: 3 });
    }
    expect(collector.texts.join('')).not.toContain('code-secret');
  });
});
