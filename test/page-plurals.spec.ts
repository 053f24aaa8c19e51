import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

/** A number with a noun that is in the plural, or with a verb of several. */
const WRONG = {
  en: /\b1 (?:more |other |of )?(?:people|persons|\w{2,}[^s\Wu]s|have|were|are)\b/g,
  de: /\b1 (?:weitere |von \d+ )?(?:Personen|[A-ZÄÖÜ]\w*(?:en|er|ten|ate|ata|codes)|Tage|waren|sind|haben)\b/g,
};
/** Singular in spite of its end. */
const RIGHT = /\b1 (?:has|is|was|Token|Zeichen)\b/;
/** Names and times stand before the noun there, or the first of several. */
const NOT_COUNTED = [
  ...['ui/policy-refusal.tsx refused', 'pages/audit/texts.ts archived', 'pages/audit/webhooks/texts.ts replayed'],
  ...['pages/sign-on/connection/configuration-texts.ts theirs'],
  ...['pages/account/texts.ts passwordRule', 'pages/doors/texts.ts passwordRule', 'pages/data-sources/ask/examples.ts count'],
  ...['pages/data-sources/query/restricted.tsx masks', 'pages/data-sources/query/result-chart.tsx first'],
  ...['pages/data-sources/query/result-table.tsx columns', 'pages/data-sources/schema/neighbours.tsx partly'],
];

interface Counted {
  readonly place: string;
  readonly language: 'en' | 'de';
  readonly say: (count: number) => string;
}

/** Functions of catalogues that take nothing but numbers, or numbers as they are shown. */
function functionsIn(file: string): Counted[] {
  const source = readFileSync(file, 'utf8');
  if (!source.includes(' = catalogue(')) return [];
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const kinds = new Map<string, string[]>();
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && ts.isArrowFunction(node.initializer))
      kinds.set(
        node.name.getText(),
        node.initializer.parameters.map((one) => one.type?.getText() ?? 'string'),
      );
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return catalogueOf(source).flatMap((catalogues) =>
    (['en', 'de'] as const).flatMap((language) =>
      Object.entries(catalogues[language]).flatMap(([name, text]): Counted[] => {
        const given = kinds.get(name) ?? [];
        if (typeof text !== 'function' || given.some((kind) => kind !== 'number' && kind !== 'string')) return [];
        return [
          {
            place: `${file} ${name}`,
            language,
            say: (count) => String(text(...given.map((kind) => (kind === 'number' ? count : String(count))))),
          },
        ];
      }),
    ),
  );
}

type Texts = Readonly<Record<string, unknown>>;

/** Runs the file with nothing around it but what catalogues call. */
function catalogueOf(source: string): Record<'en' | 'de', Record<string, (...given: unknown[]) => unknown>>[] {
  const found: Record<'en' | 'de', Texts>[] = [];
  const nothing: object = new Proxy(() => nothing, {
    get: (_, name) => (name === Symbol.toPrimitive ? () => '' : nothing),
    apply: () => nothing,
  });
  const modules: Readonly<Record<string, unknown>> = {
    texts: {
      catalogue: (en: Texts, de: Texts) => {
        found.push({ en, de });
        return { en, de };
      },
    },
    plural: { plural: pluralOfPages },
  };
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, jsx: ts.JsxEmit.ReactJSX, target: ts.ScriptTarget.ES2022 },
  });
  const load = (name: string): unknown => modules[/i18n\/(\w+)$/.exec(name)?.[1] ?? ''] ?? nothing;
  // oxlint-disable-next-line typescript/no-implied-eval
  new Function('require', 'exports', 'module', outputText)(load, {}, {});
  return found as ReturnType<typeof catalogueOf>;
}

const pluralOfPages = (() => {
  const exports: { plural?: unknown } = {};
  const { outputText } = ts.transpileModule(readFileSync('web/src/i18n/plural.ts', 'utf8'), {
    compilerOptions: { module: ts.ModuleKind.CommonJS },
  });
  // oxlint-disable-next-line typescript/no-implied-eval
  new Function('exports', outputText)(exports);
  return exports.plural;
})();

describe('the sentences of the pages', () => {
  const functions = readdirSync('web/src', { recursive: true, encoding: 'utf8' })
    .filter((entry) => /\.tsx?$/.test(entry))
    .flatMap((entry) => functionsIn(join('web/src', entry)));

  it('say one thing in the singular', () => {
    expect(functions.length).toBeGreaterThan(500);
    const wrong = functions.flatMap(({ place, language, say }) => {
      const said = say(1);
      const faults = [...said.matchAll(WRONG[language])].map(([fault]) => fault).filter((fault) => !RIGHT.test(fault));
      return faults.length === 0 || NOT_COUNTED.some((one) => place.endsWith(one)) ? [] : [`${place}: ${said}`];
    });
    expect(wrong).toEqual([]);
  });

  it('take no large number for one, however it is shown', () => {
    const of = pluralOfPages as (language: string, count: string | number, forms: object) => string;
    const forms = { one: 'table', other: 'tables' };
    const counts = ['1', 1, '1.000', '1,000', '1 000', '1.0', 0, '0'];
    expect(counts.map((count) => of('de', count, forms))).toEqual(['table', 'table', ...Array.from({ length: 6 }, () => 'tables')]);
  });

  it('say another number of them in the plural', () => {
    const alike = functions.filter(({ say }) =>
      /\b1 (?:person|member|table|row|session|day|Person|Mitglied|Tabelle|Zeile|Sitzung|Tag)\b/.test(say(1)),
    );
    expect(alike.length).toBeGreaterThan(20);
    expect(alike.filter(({ say }) => say(2) === say(1).replaceAll(/\b1\b/g, '2')).map(({ place }) => place)).toEqual([]);
  });
});
