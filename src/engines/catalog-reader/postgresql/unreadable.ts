/** What stands in the place of bytes that are no characters. */
export const MARK = '\uFFFD';

/** A control character that every encoding has. */
const SUBSTITUTE = '\u001A';

/** By encoding of the database: the bytes for which Unicode has no character, so that the server refuses to send them. */
const HOLES: Readonly<Record<string, string>> = {
  LATIN3: 'a5aebec3d0e3f0',
  ISO_8859_6: 'a1a2a3a5a6a7a8a9aaabaeafb0b1b2b3b4b5b6b7b8b9babcbdbec0dbdcdddedff3f4f5f6f7f8f9fafbfcfdfeff',
  ISO_8859_7: 'aed2ff',
  ISO_8859_8: 'a1bfc0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadbdcdddefbfcff',
  WIN874: '81828384868788898a8b8c8d8e8f9098999a9b9c9d9e9fdbdcdddefcfdfeff',
  WIN1250: '8183889098',
  WIN1251: '98',
  WIN1252: '818d8f909d',
  WIN1253: '81888a8c8d8e8f90989a9c9d9e9faad2ff',
  WIN1254: '818d8e8f909d9e',
  WIN1255: '818a8c8d8e8f909a9c9d9e9fcad9dadbdcdddedffbfcff',
  WIN1257: '8183888a8c90989a9c9fa1a5',
  WIN1258: '818a8d8e8f909a9d9e',
};

/** In a database without an encoding the server would refuse what is no UTF-8. Now it sends any bytes, and the driver puts marks. */
export const TAKE_ANY_BYTES = `SELECT pg_catalog.set_config('client_encoding',
  CASE pg_catalog.current_setting('server_encoding') WHEN 'SQL_ASCII' THEN 'SQL_ASCII' ELSE 'UTF8' END, true)`;

export function hasHoles(encoding: string): boolean {
  return HOLES[encoding] !== undefined;
}

/** The statement with each row as one text, in which the server replaces what it cannot send. */
export function patched(statement: string, encoding: string): string {
  const holes = (HOLES[encoding] ?? '').match(/../g) ?? [];
  const characters = holes.map((byte) => `pg_catalog.chr(${Number.parseInt(byte, 16)})`).join(', ');
  return `SELECT pg_catalog.translate(("the row".*)::pg_catalog.text, pg_catalog.concat(${characters}),
    pg_catalog.repeat(pg_catalog.chr(26), ${holes.length}))
    FROM (${statement}\n) AS "the row"`;
}

/** The cells of such a row: a list in round brackets, where nothing is NULL. */
export function cellsOf(row: string): (string | null)[] {
  const cells = `,${row.slice(1, -1)}`.matchAll(/,(?:"([^"\\]*(?:(?:""|\\.)[^"\\]*)*)"|([^",]*))/gsu);
  return Array.from(cells, ([, quoted, plain]) => {
    const text = quoted === undefined ? plain || null : quoted.replace(/(?:"|\\)(.)/gsu, '$1');
    return text?.replaceAll(SUBSTITUTE, MARK) ?? null;
  });
}
