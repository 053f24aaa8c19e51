import type { IncomingMessage, ServerResponse } from 'node:http';
import { KNOWN } from './known-questions.js';

const MOST_BYTES = 4 * 1024 * 1024;

interface Message {
  readonly role?: string;
  readonly content?: string;
}

interface Proposal {
  readonly sql: string | null;
  readonly explanation: string;
}

/** The chat completions of OpenAI, by rules: the same question always gets the same statement. */
export async function answerModel(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (status: number, value: object): void => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
  };
  if (request.method !== 'POST' || request.url !== '/v1/chat/completions')
    return send(404, { error: { message: 'There is POST /v1/chat/completions and nothing else.' } });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BYTES) return send(413, { error: { message: 'The request is too large.' } });
    chunks.push(chunk);
  }
  try {
    send(200, completionFor(Buffer.concat(chunks).toString()));
  } catch {
    send(400, { error: { message: 'The request is no chat completion.' } });
  }
}

/** @throws for what is no such request */
function completionFor(body: string): object {
  const { model, messages } = JSON.parse(body) as { model?: string; messages: readonly Message[] };
  const content = JSON.stringify(proposalFor(messages));
  const [asked = 0, answered = 0] = [JSON.stringify(messages).length, content.length].map((size) =>
    Math.ceil(size / 4),
  );
  return {
    id: 'chatcmpl-demo',
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: asked, completion_tokens: answered, total_tokens: asked + answered },
  };
}

/** The question in the last section of that name, with the values of the template taken out of it. */
function proposalFor(messages: readonly Message[]): Proposal {
  const message = messages.find(({ role }) => role === 'user')?.content ?? '';
  const question = /<<question (\w+)\n([\s\S]*)\n\1 question>>\s*$/.exec(message)?.[2] ?? message;
  const values = new Map<string, string>();
  const plain = question.replaceAll(
    /<(value-[\w-]+) name="(\w+)">([\s\S]*?)<\/\1>/g,
    (_: string, _tag: string, name: string, value: string) => {
      values.set(name, value);
      return `{${name}}`;
    },
  );
  const known = KNOWN.find(({ asks }) => asks.test(plain));
  if (known === undefined)
    return {
      sql: null,
      explanation: 'I am a stand-in for a language model and know questions about the rivers of the demo only.',
    };
  return { sql: known.sql((name) => values.get(name) ?? ''), explanation: known.says };
}
