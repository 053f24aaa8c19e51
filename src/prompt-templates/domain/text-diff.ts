const CONTEXT_LINES = 3;
/** A longer comparison would delay other requests. In longer texts the differences count as one replaced block. */
const MOST_CELLS = 1_000_000;

interface Line {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/**
 * What must change to get from one text to the other, as a unified diff without file names: hunks with three lines of context.
 * Empty for equal texts. Lines end in `\n`; a last one without it is a line like any other.
 */
export function textDiff(from: string, to: string): string {
  if (from === to) return '';
  return hunksOf(linesBetween(from.split('\n'), to.split('\n'))).join('\n');
}

function linesBetween(from: readonly string[], to: readonly string[]): readonly Line[] {
  let head = 0;
  while (head < from.length && head < to.length && from[head] === to[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(from.length, to.length) - head && from.at(-1 - tail) === to.at(-1 - tail)) tail += 1;
  const same = (texts: readonly string[]): readonly Line[] => texts.map((text) => ({ sign: ' ', text }));
  return [
    ...same(from.slice(0, head)),
    ...middleLines(from.slice(head, from.length - tail), to.slice(head, to.length - tail)),
    ...same(tail === 0 ? [] : from.slice(-tail)),
  ];
}

/** Finds the changes by the longest common subsequence. */
function middleLines(from: readonly string[], to: readonly string[]): readonly Line[] {
  const removed = (text: string): Line => ({ sign: '-', text });
  const added = (text: string): Line => ({ sign: '+', text });
  if (from.length * to.length > MOST_CELLS) return [...from.map(removed), ...to.map(added)];
  const width = to.length + 1;
  const lengths = new Uint16Array((from.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = from.length - 1; row >= 0; row -= 1)
    for (let column = to.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        from[row] === to[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
  const lines: Line[] = [];
  let [row, column] = [0, 0];
  while (row < from.length || column < to.length) {
    const [one, other] = [from[row], to[column]];
    if (one !== undefined && one === other) {
      lines.push({ sign: ' ', text: one });
      row += 1;
      column += 1;
    } else if (other === undefined || (one !== undefined && at(row + 1, column) >= at(row, column + 1))) {
      lines.push(removed(one ?? ''));
      row += 1;
    } else {
      lines.push(added(other));
      column += 1;
    }
  }
  return lines;
}

function hunksOf(lines: readonly Line[]): readonly string[] {
  const shown = new Uint8Array(lines.length);
  lines.forEach(({ sign }, index) => {
    if (sign !== ' ') shown.fill(1, Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1);
  });
  const written: string[] = [];
  let [oldLine, newLine] = [1, 1];
  for (let start = 0; start < lines.length;) {
    let end = start;
    while (end < lines.length && shown[end] === shown[start]) end += 1;
    const block = lines.slice(start, end);
    const olds = block.filter(({ sign }) => sign !== '+').length;
    const news = block.filter(({ sign }) => sign !== '-').length;
    if (shown[start] === 1) {
      written.push(`@@ -${rangeOf(oldLine, olds)} +${rangeOf(newLine, news)} @@`);
      written.push(...block.map(({ sign, text }) => `${sign}${text}`));
    }
    [oldLine, newLine, start] = [oldLine + olds, newLine + news, end];
  }
  return written;
}

/** Writes ranges as GNU diff does: an empty range names the line before it. */
function rangeOf(first: number, count: number): string {
  return `${count === 0 ? first - 1 : first},${count}`;
}
