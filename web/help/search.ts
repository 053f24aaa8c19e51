/** Searches the help in the page: the index is read when somebody begins to type. */
interface Section {
  readonly page: string;
  readonly title: string;
  /** Empty for the beginning of a page. */
  readonly anchor: string;
  readonly heading: string;
  readonly text: string;
}

interface Found {
  readonly section: Section;
  readonly score: number;
}

const MOST = 30;
const AROUND = 80;

const input = document.querySelector<HTMLInputElement>('#search');
const count = document.querySelector<HTMLElement>('#count');
const list = document.querySelector<HTMLOListElement>('#found');
const article = document.querySelector<HTMLElement>('article');
let index: Promise<readonly Section[]> | undefined;

function read(): Promise<readonly Section[]> {
  index ??= fetch(input?.dataset['index'] ?? '').then((answer) => answer.json() as Promise<readonly Section[]>);
  return index;
}

/** Words in headings count most. A section has to have all of them. */
function scoreOf({ title, heading, text }: Section, words: readonly string[]): number {
  const [inTitle, inHeading, inText] = [title.toLowerCase(), heading.toLowerCase(), text.toLowerCase()];
  let score = 0;
  for (const word of words) {
    const own = (inHeading.includes(word) ? 8 : 0) + (inTitle.includes(word) ? 4 : 0) + (inText.includes(word) ? 1 : 0);
    if (own === 0) return 0;
    score += own;
  }
  return score;
}

function excerptOf(text: string, word: string): (string | HTMLElement)[] {
  const at = text.toLowerCase().indexOf(word);
  if (at < 0) return [text.slice(0, 2 * AROUND)];
  const mark = document.createElement('mark');
  mark.textContent = text.slice(at, at + word.length);
  // Whole words before and after.
  const before = text.slice(Math.max(0, at - AROUND), at).replace(at > AROUND ? /^\S*\s/ : /^$/, '… ');
  const after = text.slice(at + word.length, at + AROUND).replace(text.length > at + AROUND ? /\s\S*$/ : /$^/, ' …');
  return [before, mark, after];
}

function itemOf({ page, title, anchor, heading, text }: Section, word: string): HTMLElement {
  const link = document.createElement('a');
  link.href = `/help/${page}${anchor === '' ? '' : `#${anchor}`}`;
  link.textContent = anchor === '' ? title : `${title}: ${heading}`;
  const excerpt = document.createElement('p');
  excerpt.append(...excerptOf(text, word));
  const item = document.createElement('li');
  item.append(link, excerpt);
  return item;
}

async function search(sought: string): Promise<void> {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const sections = words.length === 0 ? [] : await read();
  // Somebody has typed on while the index came.
  if (input?.value.trim() !== sought) return;
  const found = sections
    .map((section): Found => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
  list?.replaceChildren(...found.slice(0, MOST).map(({ section }) => itemOf(section, words[0] ?? '')));
  if (count !== null) count.textContent = words.length === 0 ? '' : told(found.length);
  if (article !== null) article.hidden = words.length > 0;
}

function told(found: number): string {
  if (found === 0) return 'Nothing found. Try fewer or other words.';
  return found === 1 ? '1 section found' : `${found} sections found${found > MOST ? `, the first ${MOST} are shown` : ''}`;
}

function begin(): void {
  const sought = input?.value.trim() ?? '';
  const address = new URL(location.href);
  if (sought === '') address.searchParams.delete('q');
  else address.searchParams.set('q', sought);
  history.replaceState(history.state, '', address);
  void search(sought);
}

if (input !== null) {
  input.value = new URLSearchParams(location.search).get('q') ?? input.value;
  if (input.value !== '') begin();
  input.addEventListener('input', begin);
  // Without this script the form leads to the list of contents.
  input.form?.addEventListener('submit', (event) => {
    event.preventDefault();
    begin();
  });
}
