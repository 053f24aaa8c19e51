import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Proposal, askedBack, goingOn, inConversation, isGerman } from './conversation.js';
import { ABOUT_RIVERS, OF_TEMPLATES } from './known-questions.js';
import { namesOnlyShown } from './shown-columns.js';
import { simpleAnswer } from './simple-questions.js';
import { summaryOf } from './summary.js';
import { type ToldTable, toldTables } from './told-schema.js';

const MOST_BYTES = 4 * 1024 * 1024;

interface Message {
  readonly role?: string;
  readonly content?: string;
}

interface Asked {
  readonly model?: string;
  readonly messages: readonly Message[];
  /** The format of the answer; a server that only serves templates may not know it. */
  readonly response_format?: { readonly json_schema?: { readonly name?: string } };
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

/** @throws if it is not such a request */
function completionFor(body: string): object {
  const { model, messages, response_format: format } = JSON.parse(body) as Asked;
  const content = JSON.stringify(answerTo(messages, format?.json_schema?.name));
  const [asked = 0, answered = 0] = [JSON.stringify(messages).length, content.length].map((size) => Math.ceil(size / 4));
  return {
    id: 'chatcmpl-demo',
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: asked, completion_tokens: answered, total_tokens: asked + answered },
  };
}

function answerTo(messages: readonly Message[], form = 'statement'): object {
  const message = messages.find(({ role }) => role === 'user')?.content ?? '';
  const question = sectionsIn(message, 'question').at(-1) ?? message;
  if (form === 'summary') return summaryOf(question, sectionsIn(message, 'shape')[0] ?? '');
  const tables = toldTables(sectionsIn(message, 'schema')[0] ?? '');
  if (form === 'statement') return shown(question, tables, proposalFor(question, tables));
  const earlier = sectionsIn(message, 'earlier').map((turn) => ({
    sql: /^Statement: ([^]*?)(?:\nResult: [^\n]*)?$/m.exec(turn)?.[1] ?? null,
  }));
  const { sql, explanation, clarification } =
    verified(question, sectionsIn(message, 'example')) ??
    (isDemo(tables)
      ? shown(question, tables, inConversation(question, earlier) ?? askedBack(question) ?? proposalFor(question, tables))
      : (simpleAnswer(question, tables) ?? goingOn(question, earlier) ?? proposalFor(question, tables)));
  return { sql, explanation, clarification: clarification ?? null };
}

/** What is known of the sample, as far as the schema shows it. */
function shown(question: string, tables: readonly ToldTable[], proposal: Proposal): Proposal {
  if (proposal.sql === null || tables.length === 0 || namesOnlyShown(proposal.sql, tables)) return proposal;
  const explanation = isGerman(question)
    ? 'Das Schema, das ich bekomme, zeigt nicht alles, was die Antwort braucht.'
    : 'The schema that I am given does not show all that the answer needs.';
  return { sql: null, explanation };
}

/** The statement that people have verified for this very question. */
function verified(question: string, examples: readonly string[]): Proposal | null {
  for (const example of examples) {
    const [, asked = '', sql] = /^Question: ([^]*?)\nStatement: ([^]*)$/.exec(example) ?? [];
    if (sql !== undefined && wordsOf(asked) === wordsOf(question)) return { sql, explanation: 'People have verified this statement.' };
  }
  return null;
}

const wordsOf = (question: string): string => (question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

/** Whether it is the sample database that is asked. */
function isDemo(tables: readonly ToldTable[]): boolean {
  return tables.length === 0 || tables.some(({ schema }) => schema === 'hydrology');
}

/** What stands between marks of that name, in the order of the message. */
function sectionsIn(message: string, name: string): string[] {
  return [...message.matchAll(new RegExp(`^<<${name} (\\w+)\n([^]*?)\n\\1 ${name}>>$`, 'gm'))].map(([, , text = '']) => text);
}

/** The statement for a question, with the values of the template taken out of it. */
function proposalFor(question: string, tables: readonly ToldTable[]): Proposal {
  const values = new Map<string, string>();
  const plain = question.replaceAll(
    /<(value-[\w-]+) name="(\w+)">([\s\S]*?)<\/\1>/g,
    (_: string, _tag: string, name: string, value: string) => {
      values.set(name, value);
      return `{${name}}`;
    },
  );
  const all = isDemo(tables) ? [...OF_TEMPLATES, ...ABOUT_RIVERS] : OF_TEMPLATES;
  const known = all.find(({ asks }) => asks.test(plain));
  if (known !== undefined) return { sql: known.sql((name) => values.get(name) ?? ''), explanation: known.says };
  return simpleAnswer(plain, tables) ?? refusal(tables);
}

function refusal(tables: readonly ToldTable[]): Proposal {
  const [table] = tables;
  const knows =
    isDemo(tables) || table === undefined
      ? 'know questions about the rivers of the demo only.'
      : `know simple questions only, such as "How many rows does ${table.name} have?". A real model answers more: LLM_BASE_URL sets one.`;
  return { sql: null, explanation: `I am a stand-in for a language model and ${knows}` };
}
