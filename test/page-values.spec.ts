import { beforeAll, describe, expect, it } from '@jest/globals';
import { rolldown } from 'rolldown';

type Row = readonly (string | number | boolean | null)[];
interface Pages {
  readonly sorted: (rows: readonly Row[], columns: readonly { name: string; type: string }[], by: object | null) => readonly Row[];
  readonly formatsOf: (
    language: string,
    preferred: string,
  ) => Record<'moment' | 'instant' | 'day' | 'relative', (iso: string) => string> & {
    readonly number: (value: number) => string;
    readonly percent: (hundredths: number) => string;
  };
  readonly withProposals: (values: Record<string, string>, before: Record<string, string>) => Record<string, string>;
  readonly valuesOf: (connection: object, provider: string) => Record<string, unknown>;
  readonly csvOf: (columns: readonly { name: string; type: string }[], rows: readonly Row[]) => string;
  readonly xmlOf: (text: string) => string;
  readonly tsvOf: (rows: readonly Row[]) => string;
  readonly readColumns: (
    columns: readonly { name: string; type: string }[],
    rows: readonly Row[],
    catalog: readonly { name: string; comment: string | null; isKey: boolean }[],
  ) => readonly { title: string; isQuantity: boolean }[];
  readonly shownCell: (cell: Row[number], column: object | undefined, number: (value: number) => string) => string;
}

/** Modules of the pages that need no browser, bundled as the pages are. */
async function pages(): Promise<Pages> {
  const folder = `${process.cwd()}/web/src/pages/data-sources/query`;
  const configuration = `${process.cwd()}/web/src/pages/sign-on/connection/configuration-values.ts`;
  const formats = `${process.cwd()}/web/src/i18n/formats-of.ts`;
  const entry = `export { formatsOf } from '${formats}'; export { sorted } from '${folder}/sort.ts'; export { csvOf, tsvOf } from '${folder}/csv.ts'; export { xmlOf } from '${folder}/chart-picture.ts'; export { readColumns, shownCell } from '${folder}/read-columns.ts'; export { valuesOf, withProposals } from '${configuration}';`;
  const bundle = await rolldown({
    input: 'entry',
    plugins: [{ name: 'entry', resolveId: (id) => (id === 'entry' ? id : null), load: (id) => (id === 'entry' ? entry : null) }],
  });
  const { output } = await bundle.generate({ format: 'esm' });
  return (await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)) as Pages;
}

const bundled = pages();

describe('the name under which a provider sends addresses', () => {
  const EMAIL = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress';
  const typed = (changes: Record<string, string>) => ({
    metadataUrl: '',
    metadataXml: '',
    entityId: '',
    signOnUrl: '',
    email: 'email',
    ...changes,
  });
  const blank = (type: 'saml' | 'oidc') => ({ type, issuer: '', config: { attributes: { email: 'email' } } });

  it.each([
    ['Microsoft Entra ID over SAML', 'saml', 'entra', EMAIL],
    ['Microsoft Entra ID over OpenID Connect', 'oidc', 'entra', 'email'],
    ['Okta over SAML', 'saml', 'okta', 'email'],
  ] as const)('is proposed for %s before anything is saved', async (_, type, provider, email) => {
    expect((await bundled).valuesOf(blank(type), provider)).toMatchObject({ email });
  });

  it.each([
    ['its address', { metadataUrl: 'https://fs.corp.example/FederationMetadata/2007-06/FederationMetadata.xml' }],
    ['its metadata', { metadataXml: '<EntityDescriptor entityID="http://fs.corp.example/adfs/services/trust">' }],
    ['its sign-on page', { signOnUrl: 'https://fs.corp.example/adfs/ls/' }],
  ])('is proposed for an AD FS by %s, and never instead of a chosen one', async (_, change) => {
    const { withProposals } = await bundled;
    expect(withProposals(typed(change), typed({}))).toMatchObject({ email: EMAIL });
    expect(withProposals(typed({ ...change, email: 'mail' }), typed({}))).toMatchObject({ email: 'mail' });
    expect(withProposals(typed({ signOnUrl: 'https://idp.corp.example/sso' }), typed({}))).toMatchObject({ email: 'email' });
  });
});

describe('numbers, days and times in the pages', () => {
  /** As text without the spaces that some locales put there. */
  const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ').replaceAll('’', "'");

  it.each([
    ['en', 'en-GB', '66.6%'],
    ['de', 'de-DE', '66,6 %'],
  ])('write shares of a hundred as %s does', async (language, browser, share) => {
    expect(plain((await bundled).formatsOf(language, browser).percent(66.6))).toBe(share);
  });

  it.each([
    ['en', 'en-US', '1,234,567.5', 'Nov 26, 2026', '12:06:07', 'PM', 'in 3 days'],
    ['en', 'en-GB', '1,234,567.5', '26 Nov 2026', '12:06:07', '', 'in 3 days'],
    ['en', 'en-IN', '12,34,567.5', '26 Nov 2026', '12:06:07', 'pm', 'in 3 days'],
    ['en', 'sv-SE', '1 234 567,5', '26 nov. 2026', '12:06:07', '', 'in 3 days'],
    ['en', 'ja-JP', '1,234,567.5', '2026年11月26日', '12:06:07', '', 'in 3 days'],
    ['en', 'fr-FR', '1 234 567,5', '26 nov. 2026', '12:06:07', '', 'in 3 days'],
    ['en', 'th-TH', '1,234,567.5', '2026', '12 นาฬิกา 06 นาที 07', '', 'in 3 days'],
    ['en', 'ar-EG', '1,234,567.5', '2026', '12:06:07', '', 'in 3 days'],
    ['en', 'de-DE', '1,234,567.5', 'Nov 26, 2026', '12:06:07', 'PM', 'in 3 days'],
    ['de', 'de-DE', '1.234.567,5', '26. Nov. 2026', '12:06:07', '', 'in 3 Tagen'],
    ['de', 'de-AT', '1 234 567,5', '26. Nov. 2026', '12:06:07', '', 'in 3 Tagen'],
    ['de', 'de-CH', "1'234'567.5", '26. Nov. 2026', '12:06:07', '', 'in 3 Tagen'],
    ['de', 'en-GB', '1.234.567,5', '26. Nov. 2026', '12:06:07', '', 'in 3 Tagen'],
    ['de', 'sv-SE', '1 234 567,5', '26 nov. 2026', '12:06:07', '', 'in 3 Tagen'],
    ['en', 'en-US@posix', '1,234,567.5', 'Nov 26, 2026', '12:06:07', 'PM', 'in 3 days'],
  ])('are those of the reader: pages in %s, browser in %s', async (language, browser, number, day, time, half, soon) => {
    const formats = (await bundled).formatsOf(language, browser);
    const noon = new Date(2026, 10, 26, 12, 6, 7).toISOString();
    expect(plain(formats.number(1_234_567.5))).toBe(number);
    expect(plain(formats.day(noon))).toContain(day);
    const instant = plain(formats.instant(noon));
    expect(instant.replaceAll('.', ':')).toContain(time);
    expect(instant).toContain(half);
    const zone = new Intl.DateTimeFormat(browser.replace(/@.*/, ''), { timeZoneName: 'short' }).formatToParts(new Date(noon));
    expect(instant).toContain(zone.find(({ type }) => type === 'timeZoneName')?.value);
    expect(plain(formats.moment(noon))).toContain(half);
    expect(formats.moment(noon)).not.toMatch(/12.06.07/);
    expect(formats.relative(new Date(Date.now() + 3 * 86_400_000 + 1_000).toISOString())).toBe(soon);
  });

  it('call what has just happened so, also by the clock of a service that is ahead', async () => {
    const { formatsOf } = await bundled;
    const said = (seconds: number) =>
      ['en', 'de'].map((language) => formatsOf(language, 'en-GB').relative(new Date(Date.now() + seconds * 1_000).toISOString()));
    expect(said(-40)).toEqual(['just now', 'gerade eben']);
    expect(said(10)).toEqual(['just now', 'gerade eben']);
    expect(said(50)).toEqual(['in 1 minute', 'in 1 Minute']);
    expect(said(-70)).toEqual(['1 minute ago', 'vor 1 Minute']);
  });
});

describe('values of a result in the pages', () => {
  it.each<[string, string, Row]>([
    ['whole numbers beyond 2^53', 'bigint', ['-9007199254740993', 10, '9007199254740992', '9007199254740993', '90071992547409931']],
    ['long decimals', 'numeric', ['-0.10000000000000000002', '-0.1', 0, '0.1', '0.10000000000000000001', '1e3', '1000.01']],
    ['NaN and infinity', 'double precision', ['-Infinity', -10, -5, -2, 5, 20, 'Infinity', 'NaN']],
    ['infinity as DuckDB writes it', 'DOUBLE', ['-inf', -1, 0, 'inf', 'nan']],
    ['money', 'money', ['-$5.00', '$30.50', '$200.00', '$1,000.00']],
    ['money of another country', 'money', ['-5,00 €', '30,50 €', '1.000,00 €']],
    ['intervals', 'interval', ['P-1D', 'PT2H', 'P1D', 'P10D', 'P1M', 'P1Y2M']],
    ['days', 'date', ['-infinity', '0044-03-15 BC', '0044-03-16 BC', '0001-01-01', '2026-02-03', '10000-01-01', 'infinity']],
    ['moments', 'timestamp', ['2026-01-01T00:00:00.45Z', '2026-01-01T00:00:00.5Z', '2026-01-01T00:00:01Z']],
    ['texts', 'text', ['', 'a2', 'a10', 'NULL']],
  ])('sort by their value: %s', (_, type, ordered) => {
    const columns = [{ name: 'a', type }];
    const expected = [...ordered, null];
    const shuffled = [null, ...ordered.toReversed()].map((cell): Row => [cell]);
    expect(sorted(shuffled, columns, { column: 0, isDescending: false }).map(([cell]) => cell)).toEqual(expected);
    expect(sorted(shuffled, columns, { column: 0, isDescending: true }).map(([cell]) => cell)).toEqual([...ordered.toReversed(), null]);
  });

  it('tell NULL from texts in a file', () => {
    expect(csvOf([{ name: 'a', type: 'text' }], [[null], [''], ['NULL']])).toBe('a\r\n\r\n""\r\nNULL\r\n');
  });

  it.each(['=1', '+a', '-a', '@a', ' =1', '＝1', '＋a', '－a', '＠a'])('are no formula: %j', (text) => {
    expect(csvOf([{ name: 'a', type: 'text' }], [[text]])).toContain(`'${text}`);
  });

  it.each([
    ['a;=1', "a;'=1"],
    ['x; -2+3', "x; '-2+3"],
    ['\t=1', "'\t'=1"],
    ['\n=1', "'\n'=1"],
    ['\r=1', "'\r'=1"],
    ['a\n=1;b', "a\n'=1;b"],
    ['a\t@b', "a\t'@b"],
    ['a;"=1', 'a;"\'=1'],
    ['a;b', 'a;b'],
    ['a-b; c=d', 'a-b; c=d'],
  ])('are no formula for a spreadsheet that splits at other places: %j', (text, kept) => {
    const file = csvOf([{ name: 'a', type: 'text' }], [[text]]);
    expect(file).toBe(`a\r\n${/["\r\n]/.test(kept) ? `"${kept.replaceAll('"', '""')}"` : kept}\r\n`);
  });

  it('leave out of a picture what XML does not allow', async () => {
    expect((await bundled).xmlOf('a\u0000b\u001bc\uFFFE\ud800\t\n😀ä')).toBe('abc\t\n😀ä');
  });

  it('are numbers as they are', () => {
    expect(csvOf([{ name: 'a', type: 'numeric' }], [[-1], ['-1.5']])).toBe('a\r\n-1\r\n-1.5\r\n');
  });

  it('stand between tabs on the clipboard, and run no formula where they are pasted', () => {
    const rows = [
      ['a', 'b'],
      ['=1+1', -1.5],
      ['tab\tand "quote"', null],
      ['two\nlines', '007'],
    ];
    expect(tsvOf(rows)).toBe('a\tb\r\n\'=1+1\t-1.5\r\n"tab\tand ""quote"""\t\r\n"two\nlines"\t007');
  });

  const ofNumbers = async (name: string, type = 'integer', cells: Row = [1850, 12345.6789], isKey = false) => {
    const { readColumns, shownCell, formatsOf } = await bundled;
    const rows = cells.map((cell) => [cell]);
    const [column] = readColumns([{ name, type }], rows, isKey ? [{ name, comment: null, isKey }] : []);
    return cells.map((cell) => shownCell(cell, column, formatsOf('en', 'en-GB').number));
  };

  it.each(['discharge_m3s', 'rivers', 'id_count', 'number_of_codes', 'revenue_per_year', 'no_of_years', 'how_many', 'umsatz_pro_jahr'])(
    'are grouped and rounded where they measure or count: %s',
    async (name) => {
      expect(await ofNumbers(name)).toEqual(['1,850', '12,345.679']);
    },
  );

  it.each([
    'id',
    'river_id',
    'riverId',
    'RIVER_ID',
    'year',
    'founded_year',
    'year_of_birth',
    'Baujahr',
    'zip',
    'postleitzahl',
    'code',
    'lat',
  ])('keep every digit where they say which one: %s', async (name) => {
    expect(await ofNumbers(name)).toEqual(['1850', '12345.6789']);
  });

  it('keep every digit in a key of the catalog, in types that say so, and where one begins with zero', async () => {
    expect(await ofNumbers('station', 'integer', [1850], true)).toEqual(['1850']);
    expect(await ofNumbers('built', 'year', [1850])).toEqual(['1850']);
    expect(await ofNumbers('station', '', ['01850', '2000'])).toEqual(['01850', '2000']);
  });

  it('lose no digit of a large number, and do not round a small one to nothing', async () => {
    const shown = await ofNumbers('area', 'numeric', ['9007199254740993', '0.000123456', '0', null, '-1234.5', 'NaN']);
    expect(shown).toEqual(['9,007,199,254,740,993', '0.000123', '0', 'NULL', '-1,234.5', 'NaN']);
  });

  it.each([
    ['discharge_m3s', null, 'Discharge m3s'],
    ['dischargeM3s', null, 'Discharge m3s'],
    ['TOTAL_EUR', null, 'Total eur'],
    ['?column?', null, '?column?'],
    ['count(*)', null, 'count(*)'],
    ['name', 'English short name', 'English short name'],
    ['name', 'Sea, lake or desert that the basin drains to', 'Name'],
    ['name', 'in words', 'Name'],
  ])('stand under a title that can be read: %s with the comment %s', async (name, comment, title) => {
    const { readColumns } = await bundled;
    expect(readColumns([{ name, type: 'text' }], [], [{ name, comment, isKey: false }])[0]?.title).toBe(title);
  });

  it('stand under their names where two titles would be the same', async () => {
    const { readColumns } = await bundled;
    const columns = ['a_b', 'aB', 'c_d'].map((name) => ({ name, type: 'text' }));
    expect(readColumns(columns, [], []).map(({ title }) => title)).toEqual(['a_b', 'aB', 'C d']);
  });

  let sorted: Pages['sorted'];
  let csvOf: Pages['csvOf'];
  let tsvOf: Pages['tsvOf'];
  beforeAll(async () => {
    ({ sorted, csvOf, tsvOf } = await bundled);
  });
});
