import { ModelFailed } from '../../domain/query.errors.js';

/** Reads a body as UTF-8, no further than its limit. @throws ModelFailed, and what the connection ends with */
export async function textOf(response: Response, mostBytes: number): Promise<string> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  // Leaving the loop early cancels the stream, and with it the connection.
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > mostBytes) throw new ModelFailed('too_large');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
