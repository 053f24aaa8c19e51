import type { KnownExtension, KnownSource } from '../known-source.js';
import { declaredIn } from './column-refs.js';
import { FUNCTIONS } from './functions.js';
import { held, listOf, stringOf, textsOf } from './names.js';
import type { TreeNode } from './pg-grammar.js';

/** Functions of these extensions that change settings. */
const UNSAFE: ReadonlySet<string> = new Set(['set_limit', 'set_show_limit']);
/** The only functions of pgcrypto that compute and do nothing else. */
const PURE_OF_PGCRYPTO: ReadonlySet<string> = new Set(['digest', 'hmac']);
/** Extensions whose other functions all compute and do nothing else. */
const WHOLE: ReadonlySet<string> = new Set(['citext', 'fuzzystrmatch', 'hstore', 'intarray', 'ltree', 'pg_trgm', 'unaccent']);

/** Operators of pg_trgm that compare two texts. PostgreSQL has its own `%` for numbers and its own `<->` for shapes. */
const SIMILARITY: ReadonlySet<string> = new Set(['%', '<->']);
const OWN_OPERATORS: ReadonlySet<string> = new Set(
  '+ - * / % ^ < > = <= >= <> || && @> <@ -> ->> #> #>> @? @@ @ ? ?| ?& | & # ~ ~* !~ !~* ~~ !~~ ~~* !~~* << >> &< &> <-> -|-'.split(' '),
);

/** Finds what a name without a schema means among the types, functions and operators of a source that are not PostgreSQL's own. */
export class SourceNames {
  private readonly fields: ReadonlySet<string>;
  private readonly extensions: readonly KnownExtension[];
  /** Names that the statement itself gives to columns; such a column may have any type. */
  private declared: ReadonlySet<string> = new Set();

  constructor(private readonly source: KnownSource) {
    this.fields = new Set(source.fields);
    this.extensions = source.extensions.filter(({ name }) => WHOLE.has(name) || name === 'pgcrypto');
  }

  /** Must be called with the whole statement before its operators are judged. */
  expect(query: TreeNode): void {
    if (this.extensions.some(({ columns }) => columns.length > 0)) this.declared = declaredIn(query);
  }

  /** Whether `(x).name` can only be a field, so that it calls no harmful function. */
  isField(name: string): boolean {
    return this.fields.has(name) || name === 'name' || (FUNCTIONS.has(name) && !name.startsWith('pg_'));
  }

  /** The schema of an enumeration or of a type of an extension; `null` if a cast to the type is not allowed. */
  schemaOfType(names: unknown): string | null {
    const types = [...this.source.enums, ...this.whole.flatMap(({ schema, types: own }) => own.map((name) => ({ schema, name })))];
    const [schema, name] = placed(names);
    const schemas = types.filter((type) => type.name === name).map((type) => type.schema);
    return this.chosen(schemas, schema);
  }

  schemaOfFunction(names: unknown): string | null {
    const [schema, name] = placed(names);
    if (name === null || UNSAFE.has(name)) return null;
    const having = this.extensions.filter(
      (extension) => extension.functions.includes(name) && (WHOLE.has(extension.name) || PURE_OF_PGCRYPTO.has(name)),
    );
    return this.chosen(
      having.map((extension) => extension.schema),
      schema,
    );
  }

  /** The schema that an operator must be written with; `null` for PostgreSQL's own operators. */
  schemaOfOperator({ name, lexpr, rexpr }: TreeNode): string | null {
    const [schema, symbol] = placed(name);
    if (symbol === null) return null;
    const having = this.whole.filter(({ operators }) => operators.includes(symbol));
    if (schema !== null)
      return this.chosen(
        having.map((extension) => extension.schema),
        schema,
      );
    // Written with a schema, an operator has another precedence than "=" or "%".
    if (![lexpr, rexpr].every(isSimple)) return null;
    const meant = having.find(
      (extension) =>
        !OWN_OPERATORS.has(symbol) ||
        [lexpr, rexpr].some((operand) => this.isOf(extension, operand)) ||
        (extension.name === 'pg_trgm' && SIMILARITY.has(symbol) && [lexpr, rexpr].some((operand) => stringOf(operand) !== null)),
    );
    return meant?.schema ?? null;
  }

  /** Whether an operand is a cast to a type of the extension, or a column that has such a type in every table. */
  private isOf({ types, columns }: KnownExtension, operand: unknown): boolean {
    const type = textsOf(typeNames(operand)).at(-1);
    if (typeof type === 'string') return types.includes(type);
    const column = textsOf(held(operand, 'ColumnRef')?.['fields']).at(-1);
    return typeof column === 'string' && columns.includes(column) && !this.declared.has(column);
  }

  private get whole(): readonly KnownExtension[] {
    return this.extensions.filter(({ name }) => WHOLE.has(name));
  }

  /** @returns the schema that was written, or else the first on the path, or else the only one */
  private chosen(schemas: readonly string[], schema: string | null): string | null {
    if (schema !== null) return schemas.includes(schema) ? schema : null;
    const onPath = this.source.searchPath.find((one) => schemas.includes(one));
    return onPath ?? (new Set(schemas).size === 1 ? (schemas[0] ?? null) : null);
  }
}

function isSimple(operand: unknown): boolean {
  if (operand === undefined || held(operand, 'ColumnRef') !== null || held(operand, 'A_Const') !== null) return true;
  const cast = held(operand, 'TypeCast');
  return cast === null ? held(operand, 'FuncCall')?.['funcformat'] === 'COERCE_EXPLICIT_CALL' : isSimple(cast['arg']);
}

function typeNames(operand: unknown): unknown {
  const type = held(operand, 'TypeCast')?.['typeName'];
  return typeof type === 'object' && type !== null ? (type as TreeNode)['names'] : undefined;
}

function placed(names: unknown): readonly [schema: string | null, name: string | null] {
  const texts = textsOf(names);
  if (listOf(names).length === 1) return [null, texts[0] ?? null];
  return texts.length === 2 ? [texts[0] ?? null, texts[1] ?? null] : [null, null];
}
