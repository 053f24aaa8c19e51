import { InvalidFilter } from '../scim.errors.js';
import type { AttributePath, ComparisonOperator, ComparisonValue, Filter } from './filter.js';
import { FilterText } from './filter-text.js';

const DEEPEST = 50;
const MOST_CONDITIONS = 1_000;
const OPERATORS: ReadonlySet<string> = new Set<ComparisonOperator>(['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le']);

/** RFC 7644 section 3.4.2.2. @throws InvalidFilter */
export function parseFilter(text: string): Filter {
  const source = new FilterText(text);
  source.skipSpaces();
  const filter = new FilterReader(source).whole();
  if (!source.isAtEnd) throw source.unexpected('end');
  return filter;
}

/** What stands between the brackets of a path, up to them. @throws InvalidFilter */
export function readValueFilter(source: FilterText): Filter {
  return new FilterReader(source).values();
}

/** Recursive descent; the grammar decides at each character what comes next, so every character is read once. */
class FilterReader {
  private depth = 0;
  private conditions = 0;
  private isWithinValues = false;

  constructor(private readonly source: FilterText) {}

  whole(): Filter {
    const filter = this.deeper(() => this.chain('or', () => this.chain('and', () => this.term())));
    this.source.skipSpaces();
    return filter;
  }

  /** `"[" filter "]"` */
  values(): Filter {
    this.source.require('[');
    this.source.skipSpaces();
    this.isWithinValues = true;
    const filter = this.whole();
    this.isWithinValues = false;
    this.source.require(']');
    return filter;
  }

  private chain(kind: 'and' | 'or', next: () => Filter): Filter {
    let left = next();
    while (this.source.skipBetweenSpaces(kind)) left = { kind, left, right: next() };
    return left;
  }

  private term(): Filter {
    if (this.source.skip('(')) return this.group();
    const path = this.source.path();
    if (path.schema === null && path.attribute.toLowerCase() === 'not' && path.subAttribute === null) {
      this.source.skipSpaces();
      this.source.require('(');
      return { kind: 'not', filter: this.group() };
    }
    if (!this.isWithinValues && this.source.isAt('[')) return this.valuePath(path);
    return this.condition(path);
  }

  /** What follows "(". */
  private group(): Filter {
    this.source.skipSpaces();
    const filter = this.whole();
    this.source.require(')');
    return filter;
  }

  /**
   * Microsoft Entra continues after the bracket, which the grammar allows only in paths: `emails[type eq "work"].value
   * eq "x"`. That asks for one value for which both are true.
   */
  private valuePath(path: AttributePath): Filter {
    const filter = this.values();
    if (!this.source.skip('.')) return { kind: 'values', path, filter };
    return { kind: 'values', path, filter: { kind: 'and', left: filter, right: this.condition(this.source.path()) } };
  }

  private condition(path: AttributePath): Filter {
    this.conditions += 1;
    if (this.conditions > MOST_CONDITIONS) throw new InvalidFilter(`A filter can have at most ${MOST_CONDITIONS} conditions.`);
    this.source.requireSpace();
    const operator = this.source.word();
    if (operator === 'pr') return { kind: 'present', path };
    if (!isOperator(operator)) throw new InvalidFilter(`"${operator}" is not an operator.`);
    this.source.requireSpace();
    return { kind: 'compare', path, operator, value: this.value() };
  }

  private value(): ComparisonValue {
    const value = this.source.string() ?? this.source.number();
    if (value !== null) return value;
    if (this.source.skipWord('true')) return true;
    if (this.source.skipWord('false')) return false;
    if (this.source.skipWord('null')) return null;
    throw this.source.unexpectedValue();
  }

  private deeper(read: () => Filter): Filter {
    this.depth += 1;
    if (this.depth > DEEPEST) throw new InvalidFilter(`A filter can be nested at most ${DEEPEST} levels deep.`);
    const filter = read();
    this.depth -= 1;
    return filter;
  }
}

function isOperator(word: string): word is ComparisonOperator {
  return OPERATORS.has(word);
}
