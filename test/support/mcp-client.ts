import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

export interface CalledTool {
  readonly isError: boolean;
  /** What is said of the data. */
  readonly about: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The SDK's own client with a key, over real HTTP. @param era `modern`: the revision of 2026; otherwise the handshake of 2025 */
export async function mcpClient(
  url: string,
  key: string,
  era: 'legacy' | 'modern' = 'legacy',
): Promise<{
  readonly client: Client;
  readonly tools: () => Promise<string[]>;
  readonly call: (name: string, input?: Record<string, unknown>) => Promise<CalledTool>;
}> {
  const versionNegotiation = { mode: era === 'modern' ? ('auto' as const) : ('legacy' as const) };
  const client = new Client({ name: 'tests', version: '1' }, { versionNegotiation });
  const headers = { Authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  // From then on the client refuses answers that are not of the form that the tool has told.
  await client.listTools();
  return {
    client,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, input = {}) => {
      const { isError, content, structuredContent } = await client.callTool({ name, arguments: input });
      const texts = content.map((one) => (one.type === 'text' ? one.text : ''));
      const last = texts.at(-1) ?? '';
      const data = last.startsWith('{') ? JSON.parse(last) : { message: last };
      if (isError !== true && JSON.stringify(structuredContent) !== last) throw new Error(`${name} says two things: ${last}`);
      return { isError: isError === true, about: texts.length > 1 ? (texts[0] ?? '') : '', data };
    },
  };
}
