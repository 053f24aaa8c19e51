import { createHash } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { wordsOf } from '../../src/shared/words.js';

const DIMENSIONS = 1_024;
/** Words that mean the same, as a real model would know. */
const MEANINGS: Readonly<Record<string, string>> = { owe: 'invoice', pensioner: 'employee', haulier: 'carrier' };

export interface AskedEmbeddings {
  readonly authorization: string | undefined;
  readonly body: { readonly model: string; readonly input: readonly string[] };
}

type Answering = (response: ServerResponse, asked: AskedEmbeddings) => void;

/** A server of embeddings on loopback whose vectors count words: texts with the same words lie together. */
export class EmbeddingServer {
  readonly asked: AskedEmbeddings[] = [];
  private answering: Answering = rightly;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<EmbeddingServer> {
    const server = createServer((request, response) => void one.answer(request, response));
    const one = new EmbeddingServer(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return one;
  }

  /** What an application is told of it. */
  get environment(): Record<string, string> {
    const url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
    return { EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: 'counting', EMBEDDINGS_API_KEY: 'key-of-the-embeddings' };
  }

  /** @param answering instead of vectors */
  play(answering: Answering = rightly): void {
    this.asked.length = 0;
    this.answering = answering;
  }

  /** Every text that it was told. */
  get texts(): string[] {
    return this.asked.flatMap(({ body }) => body.input);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const asked = { authorization: request.headers.authorization, body };
    this.asked.push(asked);
    this.answering(response, asked);
  }
}

export function answering(status: number, body: unknown, headers: Record<string, string> = {}): Answering {
  return (response) => void response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export function vectorOf(text: string): number[] {
  const vector = Array.from({ length: DIMENSIONS }, () => 0);
  for (const word of wordsOf(text)) {
    const hash = createHash('sha256')
      .update(MEANINGS[word] ?? word)
      .digest();
    const at = hash.readUInt16BE() % DIMENSIONS;
    vector[at] = (vector[at] ?? 0) + 1;
  }
  return vector;
}

/** Not in their order, as the protocol allows. */
function rightly(response: ServerResponse, asked: AskedEmbeddings): void {
  const data = asked.body.input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }));
  answering(200, { object: 'list', data: data.reverse(), model: asked.body.model })(response, asked);
}
