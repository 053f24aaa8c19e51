import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AskedModel {
  readonly authorization: string | undefined;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

/** Answers one request; what it leaves open stays open. */
export type Turn = (response: ServerResponse, asked: AskedModel) => void | Promise<void>;

/** A language model on loopback that says what the test has it say: the turns in their order, then the last one again. */
export class ScriptedModel {
  readonly asked: AskedModel[] = [];
  private turns: Turn[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ScriptedModel> {
    const server = createServer((request, response) => void model.answer(request, response));
    const model = new ScriptedModel(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  /** What an application is told of it. */
  get environment(): Record<string, string> {
    return { LLM_BASE_URL: this.url, LLM_MODEL: 'scripted', LLM_API_KEY: 'key-of-the-scripted-model' };
  }

  play(...turns: Turn[]): void {
    this.asked.length = 0;
    this.turns = turns;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString() || 'null');
    const asked = { authorization: request.headers.authorization, body };
    this.asked.push(asked);
    const turn = this.turns[Math.min(this.asked.length, this.turns.length) - 1];
    if (turn === undefined) response.writeHead(500).end();
    else await turn(response, asked);
  }
}

/** A completion whose content is that text. */
export function saying(content: unknown, finish = 'stop', further: object = {}): Turn {
  const choice = { index: 0, finish_reason: finish, message: { role: 'assistant', content, ...further } };
  return json(200, { id: 'c', choices: [choice], usage: { prompt_tokens: 120, completion_tokens: 30 } });
}

export function proposing(sql: string | null, explanation = 'As asked.'): Turn {
  return saying(JSON.stringify({ sql, explanation }));
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Turn {
  return (response) => void response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Server-sent events. */
export function streaming(...events: readonly (string | object)[]): Turn {
  return (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
    for (const event of events) response.write(`data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`);
    response.end();
  };
}

export const resetting: Turn = (response) => void response.socket?.resetAndDestroy();
