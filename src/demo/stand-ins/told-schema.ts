/** A column as the schema in a prompt tells it. */
export interface ToldColumn {
  readonly name: string;
  /** In the quotes of its dialect, as a statement writes it. */
  readonly quoted: string;
  readonly type: string;
}

export interface ToldTable {
  readonly schema: string;
  readonly name: string;
  /** With its schema, as a statement writes it. */
  readonly written: string;
  readonly columns: readonly ToldColumn[];
  /** Quoted. */
  readonly primaryKey: readonly string[];
  readonly foreignKeys: readonly {
    readonly columns: readonly string[];
    /** As the target is written. */
    readonly target: string;
    readonly targetColumns: readonly string[];
  }[];
}

const NAME = '(?:"(?:[^"]|"")+"|`(?:[^`]|``)+`)';
const HEAD = new RegExp(`^CREATE [A-Z ]*(?:TABLE|VIEW) (${NAME})\\.(${NAME}) \\(`);
const COLUMN = new RegExp(`^  (${NAME}) (.+?)(?: NOT NULL)?,?(?: -- .*)?$`);
const PRIMARY_KEY = /^ {2}PRIMARY KEY \((.*)\),?$/;
const FOREIGN_KEY = new RegExp(`^  FOREIGN KEY \\((.*)\\) REFERENCES (${NAME}\\.${NAME}) \\((.*)\\),?$`);

/** The tables that the schema of a prompt shows in full. Names with invisible characters are left out. */
export function toldTables(schema: string): ToldTable[] {
  return schema.split(/^(?=CREATE )/m).flatMap((text) => {
    const [head = '', ...lines] = text.split('\n');
    const [, place, name] = HEAD.exec(head) ?? [];
    if (place === undefined || name === undefined) return [];
    const [keys] = lines.flatMap((line) => PRIMARY_KEY.exec(line)?.[1] ?? []);
    return [
      {
        schema: plain(place),
        name: plain(name),
        written: `${place}.${name}`,
        columns: lines.flatMap((line) => {
          const [, quoted, type = ''] = COLUMN.exec(line) ?? [];
          return quoted === undefined ? [] : [{ name: plain(quoted), quoted, type }];
        }),
        primaryKey: namesIn(keys ?? ''),
        foreignKeys: lines.flatMap((line) => {
          const [, columns = '', target, targetColumns = ''] = FOREIGN_KEY.exec(line) ?? [];
          if (target === undefined) return [];
          return [{ columns: namesIn(columns), target, targetColumns: namesIn(targetColumns) }];
        }),
      },
    ];
  });
}

function namesIn(list: string): string[] {
  return list.match(new RegExp(NAME, 'g')) ?? [];
}

function plain(quoted: string): string {
  const mark = quoted.slice(0, 1);
  return quoted.slice(1, -1).replaceAll(mark + mark, mark);
}
