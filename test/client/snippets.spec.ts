import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { readApiDocument } from '../setup/api-contract.js';

const CLIENT = 'clients/typescript/dist/index.d.ts';

/** What a snippet uses that its page has introduced above, or that is the reader's own. */
const GIVEN = `
import { HeadgateClient, isError, unwrap } from '@headgate/client';
declare const baseUrl: string;
declare const headgate: HeadgateClient;
declare const username: string;
declare const name: string;
declare const password: string;
declare const code: string;
declare function askForPassword(): Promise<string>;
declare const login: Awaited<ReturnType<HeadgateClient['login']>>;
`;

interface Snippet {
  readonly page: string;
  readonly line: number;
  readonly code: string;
}

function snippetsOf(page: string): Snippet[] {
  const text = readFileSync(page, 'utf8');
  return [...text.matchAll(/^```ts\n([^]*?)^```$/gm)].map(({ 1: code = '', index }) => ({
    page,
    line: text.slice(0, index).split('\n').length + 1,
    code,
  }));
}

/** A module: what the snippet imports or declares itself, with the rest of what is given around it. */
function moduleOf({ code }: Snippet): string {
  const imports = code.match(/^import .*$/gm) ?? [];
  const own = code.replaceAll(/^import .*$/gm, '');
  // In a function, so that a declaration of the snippet stands before the one that is given.
  return `${imports.length > 0 ? GIVEN.replace(/^import .*$/m, imports.join('\n')) : GIVEN}\nexport async function run() {\n${own}\n}\n`;
}

/** @returns what the compiler finds wrong in a program of these snippets, at the line of the page */
function faultsOf(snippets: readonly Snippet[]): string[] {
  const files = new Map(snippets.map((snippet, at) => [join(dirname(CLIENT), `../snippet-${at}.ts`), snippet]));
  const options: ts.CompilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
    paths: { '@headgate/client': [join(process.cwd(), CLIENT)] },
  };
  const host = ts.createCompilerHost(options);
  const real = ts.createCompilerHost(options);
  host.fileExists = (name) => files.has(name) || real.fileExists(name);
  host.getSourceFile = (name, target, ...rest) => {
    const snippet = files.get(name);
    return snippet === undefined ? real.getSourceFile(name, target, ...rest) : ts.createSourceFile(name, moduleOf(snippet), target, true);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files].flatMap(([name, { page, line }]) => {
    const file = program.getSourceFile(name);
    if (file === undefined) return [`${page}:${line}: It was not compiled.`];
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) => `${page}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  });
}

describe('the samples of the API document', () => {
  interface Sampled {
    readonly operationId: string;
    readonly 'x-codeSamples'?: readonly { readonly lang: string; readonly source: string }[];
    readonly responses: object;
  }
  const { paths } = readApiDocument();
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.values(item as unknown as Record<string, Sampled>).map((operation) => ({ path, operation })),
  );
  const samples = operations.flatMap(({ operation: { operationId, 'x-codeSamples': [sample] = [] } }) =>
    sample === undefined ? [] : [{ page: operationId, line: 1, code: sample.source }],
  );

  it('compile against the types of the client, for each operation', () => {
    expect(samples.length).toBeGreaterThan(250);
    expect(faultsOf(samples)).toEqual([]);
  });

  it('are there for all that programs call: not for directories, answers of providers and ways of the browser', () => {
    const without = operations.filter(({ path, operation }) => !path.startsWith('/scim/') && operation['x-codeSamples'] === undefined);
    expect(without.map(({ operation }) => operation.operationId).sort()).toEqual([
      'continueSamlLogout',
      'finishSamlLogin',
      'openSamlConsumer',
      'receiveBackchannelLogout',
      'receiveFrontchannelLogout',
      'receiveOidcCallback',
      'receiveSamlLogout',
      'receiveSamlLogoutForm',
      'receiveSamlResponse',
      'startSsoLogin',
    ]);
  });

  it('make the document less than a tenth longer', () => {
    const length = (drop: string): number =>
      JSON.stringify(readApiDocument(), (key, value: unknown) => (key === drop ? undefined : value)).length;
    expect(length('nothing') / length('x-codeSamples')).toBeLessThan(1.1);
  });
});

describe('the snippets for people who use the client', () => {
  const pages = ['docs/web-client.md', 'clients/typescript/README.md'];

  it('compile against the types of the client', () => {
    const snippets = pages.flatMap(snippetsOf);
    expect(snippets.length).toBeGreaterThanOrEqual(5);
    expect(faultsOf(snippets)).toEqual([]);
  });

  it('would fail if they called something that does not exist', () => {
    const wrong = {
      page: 'page',
      line: 3,
      code: "await headgate.GET('/api/v1/nowhere');\nconst n: number = username;\n",
    };
    expect(faultsOf([wrong])).toEqual([expect.stringContaining('page:3: '), "page:3: Type 'string' is not assignable to type 'number'."]);
  });
});
