import { describe, expect, it } from '@jest/globals';
import { eventsOf } from '../../clients/typescript/dist/events.js';
import { HeadgateClient, HeadgateError } from '../../clients/typescript/dist/index.js';

const ASK = '/api/v1/data-sources/{data_source_id}/ask';
const INIT = { params: { path: { data_source_id: 1 } }, body: { question: 'Which rivers?' } };

const STARTED = 'event: started\ndata: {"conversation_id":7,"execution_id":42}\n\n';

/** A client whose service answers with these parts of a stream, and whether it has stopped reading. */
function clientHearing(...parts: readonly string[]) {
  const heard = { accept: '', isCancelled: false };
  const encoder = new TextEncoder();
  const client = new HeadgateClient({
    baseUrl: 'http://headgate.test',
    fetch: async (request) => {
      heard.accept = request.headers.get('Accept') ?? '';
      const waiting = [...parts];
      const body = new ReadableStream<Uint8Array>(
        {
          pull: (controller) => {
            const part = waiting.shift();
            if (part === undefined) controller.close();
            else controller.enqueue(encoder.encode(part));
          },
          cancel: () => void (heard.isCancelled = true),
        },
        { highWaterMark: 0 },
      );
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } });
    },
  });
  return { client, heard };
}

async function namesFrom(client: HeadgateClient): Promise<string[]> {
  const names: string[] = [];
  for await (const { event } of eventsOf(client, ASK, INIT)) names.push(event);
  return names;
}

describe('events of the TypeScript client', () => {
  it('come as they come, wherever the network cuts them, and signs of life are none', async () => {
    const { client, heard } = clientHearing(STARTED.slice(0, 20), STARTED.slice(20), ':\n', '\nevent: done\ndata: {}\n\n');
    expect(await namesFrom(client)).toEqual(['started', 'done']);
    expect(heard.accept).toBe('text/event-stream');
  });

  it('throw what went wrong, with its code and request', async () => {
    const error = { success: false, code: 'MODEL_FAILED', message: 'It failed.', request_id: 'r', fault: 'timeout' };
    const { client } = clientHearing(STARTED, `event: error\ndata: ${JSON.stringify(error)}\n\n`);
    const thrown = await namesFrom(client).catch((caught: unknown) => caught);
    expect(thrown).toBeInstanceOf(HeadgateError);
    expect(thrown).toMatchObject({ code: 'MODEL_FAILED', message: 'It failed.', request_id: 'r' });
  });

  it('throw as fetch does where the connection broke before the last one', async () => {
    await expect(namesFrom(clientHearing(STARTED).client)).rejects.toThrow(TypeError);
  });

  it('end the work of the service with the loop', async () => {
    const { client, heard } = clientHearing(STARTED, STARTED, STARTED);
    for await (const { event } of eventsOf(client, ASK, INIT)) {
      expect(event).toBe('started');
      break;
    }
    expect(heard.isCancelled).toBe(true);
  });
});
