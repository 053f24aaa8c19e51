import { type Token, isMark, tokensOf } from '../../engines/catalog-reader/sql-tokens.js';

/** A name that may be a column, with what stands before its dot. */
export interface NamedColumn {
  readonly of: string | null;
  readonly name: string;
}

const isName = (token: Token | undefined): token is Token => token?.kind === 'word' || token?.kind === 'quoted';

/** All of an expression that may be columns, key words included: the schema tells which are. */
export function namedColumns(expression: string): readonly NamedColumn[] {
  const tokens = tokensOf(expression);
  return tokens.flatMap((token, at): NamedColumn[] => {
    if (!isName(token) || isMark(tokens[at + 1], '(') || isMark(tokens[at + 1], '.') || /^\d/.test(token.value)) return [];
    if (!isMark(tokens[at - 1], '.')) return [{ of: null, name: token.value }];
    const before = tokens[at - 2];
    return isName(before) ? [{ of: before.value, name: token.value }] : [];
  });
}

/** A relation that may be what an expression is about. */
export interface Candidate {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
}

/** One relation of a FROM; `alias` is what the expression calls it. */
export interface Source extends Candidate {
  readonly alias: string | null;
}

const MOST_TRIED = 6;
/** An expression over more is refused rather than planned over the product of them all. */
const MOST_TOGETHER = 8;

const has = ({ columns }: Candidate, name: string): boolean => columns.some((column) => isAlike(column, name));

function isAlike(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/**
 * From what an expression may be selected: it does not say so itself. The most likely first, none if it names no column of them.
 * @param relations with what of them may be known
 */
export function sourcesOf(named: readonly NamedColumn[], relations: readonly Candidate[]): readonly (readonly Source[])[] {
  const required: Source[] = [];
  const free = new Set<string>();
  for (const of of new Set(named.map((one) => one.of))) {
    const names = named.filter((one) => one.of === of).map(({ name }) => name);
    const said =
      of === null
        ? []
        : best(
            names,
            relations.filter(({ name }) => isAlike(name, of)),
          );
    // A qualifier that names nothing may be an alias; or a column, whose field is read.
    const isField = of !== null && said.length === 0 && relations.some((one) => has(one, of));
    const called = of === null || isField ? [] : [...said, ...best(names, relations)].slice(0, 1);
    required.push(...called.map((one) => ({ ...one, alias: said.length > 0 ? null : of })));
    if (of === null) for (const name of names) free.add(name);
    if (isField) free.add(of);
  }
  const open = [...free].filter((name) => !required.some((one) => has(one, name)));
  const further = best(open, relations).filter((one) => open.some((name) => has(one, name)));
  const more = further.map((one) => [...required, { ...one, alias: null }]);
  const [first] = further;
  const left = open.filter((name) => first !== undefined && !has(first, name));
  const pairs = best(left, relations)
    .filter((one) => left.some((name) => has(one, name)))
    .map((one) => [...(more[0] ?? []), { ...one, alias: null }]);
  const all = covering(open, relations);
  const together = all.length > 2 ? [[...required, ...all.map((one) => ({ ...one, alias: null }))]] : [];
  const alone = required.length === 0 ? [] : [required];
  return open.length === 0 ? alone : [...more.slice(0, MOST_TRIED / 2), ...together, ...pairs, ...alone].slice(0, MOST_TRIED);
}

/** As many as it takes to have all of these columns that there are; none if that takes too many. */
function covering(names: readonly string[], relations: readonly Candidate[]): readonly Candidate[] {
  const found: Candidate[] = [];
  for (let left = names; ;) {
    const [next] = best(left, relations);
    const rest = next === undefined ? left : left.filter((name) => !has(next, name));
    if (next === undefined || rest.length === left.length) return found;
    if (found.length === MOST_TOGETHER) return [];
    found.push(next);
    left = rest;
  }
}

/** Those with most of these columns first. */
function best(names: readonly string[], relations: readonly Candidate[]): readonly Candidate[] {
  const judged = relations.map((one) => ({ one, worth: names.filter((name) => has(one, name)).length }));
  return judged.sort((first, second) => second.worth - first.worth).map(({ one }) => one);
}
