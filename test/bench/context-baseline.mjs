/** BM25 as textbooks have it, over names and comments, and after each hit what it points to by foreign keys. */
const K1 = 1.2;
const B = 0.75;
const TABLE_NAME = 3;
const FILLERS = new Set(
  'a an and are at by do does each for from had has have how in is it last list many me most much of on or our over show than that the their to was were what when where which who whose why with'.split(
    ' ',
  ),
);

export class Bm25 {
  /** @param tables with what each costs, in tokens */
  constructor(tables) {
    this.tables = tables.map((table) => ({ ...table, counts: countsOf(table) }));
    this.average = this.tables.reduce((sum, { counts }) => sum + lengthOf(counts), 0) / Math.max(1, this.tables.length);
  }

  /** Whole tables, as many as have room. */
  select(question, tokens) {
    const terms = [...new Set(wordsOf(question))].filter((word) => !FILLERS.has(word));
    const scored = this.tables
      .map((table) => ({ table, score: this.#score(table.counts, terms) }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score || (one.table.name < other.table.name ? -1 : 1));
    const near = scored.flatMap(({ table }) => [table, ...this.#targets(table)]);
    // Room that is left goes to the others, so that it loses nothing where everything fits.
    const wanted = [...new Set([...near, ...this.tables])];
    let free = tokens;
    const taken = [];
    for (const table of wanted) {
      if (table.cost > free) continue;
      free -= table.cost;
      taken.push(table.name);
    }
    return taken;
  }

  #score(counts, terms) {
    let score = 0;
    for (const term of terms) {
      const frequency = counts.get(term) ?? 0;
      if (frequency === 0) continue;
      const having = this.tables.filter((table) => table.counts.has(term)).length;
      const idf = Math.log(1 + (this.tables.length - having + 0.5) / (having + 0.5));
      score += (idf * frequency * (K1 + 1)) / (frequency + K1 * (1 - B + (B * lengthOf(counts)) / this.average));
    }
    return score;
  }

  #targets({ columns, schema }) {
    const places = columns.flatMap(({ target }) => (target === undefined ? [] : [target]));
    return places.flatMap(
      (place) =>
        this.tables.find((table) => `${table.schema}.${table.name}` === place) ??
        this.tables.find((table) => table.schema === schema && table.name === place) ??
        [],
    );
  }
}

function countsOf({ name, columns, comment }) {
  const counts = new Map();
  const add = (text, weight) => {
    for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + weight);
  };
  add(name, TABLE_NAME);
  for (const column of columns) add(column.name, 1);
  add(comment ?? '', 1);
  return counts;
}

function lengthOf(counts) {
  return [...counts.values()].reduce((sum, one) => sum + one, 0);
}

function wordsOf(text) {
  return (text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g) ?? []).map((word) =>
    word
      .toLowerCase()
      .replace(/(?<=..)ies$/, 'y')
      .replace(/(?<=[^s])s$/, ''),
  );
}
