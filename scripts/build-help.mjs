// Makes the help, which the service serves at /help: the pages of docs/ for those who use, run or program it. Each is a document of its own
// with one style sheet and one script, which searches an index that is made here.
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { extname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Marked } from 'marked';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const ASSETS = 'assets/help';
/** How a page begins that only tells how the code works. */
const OF_THE_CODE = /^For developers who change /;

/** All pages, in the order in which people read them; a page that is in no group stops the build. */
const GROUPS = [
  ['Begin', ['demo', 'pages', 'tour-people', 'tour-administrators', 'tour-policies', 'tour-analysts', 'tour-directories']],
  [
    'Sign-in and people',
    [
      'identity',
      'sign-in-requirements',
      'single-sign-on',
      'from-passwords-to-sso',
      'roles',
      'access-matrix',
      'system-administrators',
      'audit',
      'exports',
    ],
  ],
  ['Directories', ['connect-okta', 'connect-entra', 'scim', 'scim-people']],
  ['Policies', ['policies', 'policy-attributes', 'tags', 'data-policies', 'kept-statements']],
  ['Data and questions', ['data', 'ask', 'schema-context', 'query-guard', 'query-functions', 'query-functions-duckdb', 'mcp', 'agents']],
  ['Programs', ['errors', 'requests', 'compatibility', 'web-client']],
  ['Operation', ['production', 'configuration', 'containers', 'database', 'operating', 'performance']],
  ['Faults', ['alerts', 'metrics', 'traces', 'outages', 'faults']],
  ['Safety', ['security', 'security-strangers', 'security-tenants', 'security-directories', 'security-operators']],
];

/** @param output of the pages of the console, to which these are added */
export async function buildHelp(output) {
  const names = (await readdir(join(root, 'docs'))).filter((name) => name.endsWith('.md')).map((name) => name.slice(0, -'.md'.length));
  const read = await Promise.all(names.map(async (name) => ({ name, text: await readFile(join(root, 'docs', `${name}.md`), 'utf8') })));
  const shown = read.filter(({ text }) => !OF_THE_CODE.test(text.split('\n')[2] ?? ''));
  const grouped = GROUPS.flatMap(([, pages]) => pages);
  const strays = [
    ...shown.map(({ name }) => name).filter((name) => !grouped.includes(name)),
    ...grouped.filter((name) => !shown.some((page) => page.name === name)),
  ];
  if (strays.length > 0) throw new Error(`GROUPS in scripts/build-help.mjs and the pages for readers differ in: ${strays.join(', ')}.`);
  await mkdir(join(output, ASSETS), { recursive: true });
  await mkdir(join(output, 'help'), { recursive: true });
  const assets = new Assets(output);
  const pages = new Map();
  for (const { name, text } of shown) pages.set(name, await rendered(name, text, { isShown: (other) => grouped.includes(other), assets }));
  const index = await assets.add(
    'index.json',
    JSON.stringify([...pages].flatMap(([name, { title, sections }]) => sections.map((section) => ({ page: name, title, ...section })))),
  );
  const frame = {
    index,
    style: await assets.add(
      'help.css',
      `${await readFile(join(root, 'web/src/ui/base.css'), 'utf8')}\n${await readFile(join(root, 'web/help/help.css'), 'utf8')}`,
    ),
    script: await assets.add('search.js', await bundledSearch()),
    titles: new Map([...pages].map(([name, { title }]) => [name, title])),
  };
  for (const [name, { title, html }] of pages) await writeFile(join(output, 'help', `${name}.html`), page(frame, { name, title, html }));
  await writeFile(join(output, 'help/index.html'), page(frame, { name: null, title: 'Help', html: contents(pages) }));
}

/** Files with a fingerprint in their names, so that browsers may keep them. */
class Assets {
  constructor(output) {
    this.output = output;
  }

  /** @returns the address */
  async add(name, content) {
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
    const path = `${ASSETS}/${name.slice(0, -extname(name).length)}-${hash}${extname(name)}`;
    await writeFile(join(this.output, path), content);
    return `/${path}`;
  }
}

async function bundledSearch() {
  const bundled = await rolldown({
    input: join(root, 'web/help/search.ts'),
    transform: { target: 'es2023' },
    checks: { pluginTimings: false },
  });
  const { output } = await bundled.generate({ format: 'esm', minify: true });
  await bundled.close();
  return output[0].code;
}

/** @returns title, document, and what the search knows of each section */
async function rendered(name, text, { isShown, assets }) {
  const marked = new Marked();
  const taken = new Map();
  const idOf = (heading) => {
    const anchor = anchorOf(heading);
    const times = taken.get(anchor) ?? 0;
    taken.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  };
  const sections = [];
  marked.use({
    renderer: {
      heading({ tokens, depth, text: words }) {
        const id = idOf(words);
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const shownText = this.parser.parseInline(tokens);
        const target = addressOf(href, isShown);
        return target === null ? shownText : `<a href="${escaped(target)}">${shownText}</a>`;
      },
      code({ text: code, lang }) {
        return `<pre tabindex="0"${lang ? ` data-language="${escaped(lang)}"` : ''}><code>${escaped(code)}</code></pre>\n`;
      },
      table(token) {
        const rows = [token.header, ...token.rows].map((cells, row) => {
          const tag = row === 0 ? 'th' : 'td';
          return `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        });
        const [head, ...body] = rows;
        return `<div class="table" role="region" aria-label="Table" tabindex="0"><table><thead>${head}</thead><tbody>${body.join('')}</tbody></table></div>\n`;
      },
    },
  });
  const tokens = marked.lexer(text);
  const [{ text: title }] = tokens.filter(({ type, depth }) => type === 'heading' && depth === 1);
  for (const token of tokens) {
    if (token.type === 'heading') sections.push({ heading: plain(token.text), words: [] });
    // Commands are there to be copied, not to be found.
    else if (token.type !== 'code') sections.at(-1)?.words.push(plain(token.raw));
  }
  const html = await withPictures(marked.parser(tokens), assets);
  const ids = [...html.matchAll(/<h[1-6] id="([^"]*)"/g)].map(([, id]) => id);
  return {
    title,
    html,
    sections: sections.map(({ heading, words }, at) => ({
      anchor: at === 0 ? '' : ids[at],
      heading,
      text: words.join(' ').replaceAll(/\s+/g, ' ').trim(),
    })),
  };
}

/** As GitHub makes the anchor of a heading, so that the links in docs/ work here too. */
function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** @returns `null` for what stays in the repository */
function addressOf(href, isShown) {
  if (/^(https?:|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const name = posix.normalize(path).replace(/\.md$/, '');
  if (!path.endsWith('.md') || !isShown(name)) return null;
  return `/help/${name}${anchor === undefined ? '' : `#${anchor}`}`;
}

async function withPictures(html, assets) {
  const pictures = new Set([...html.matchAll(/"(pictures\/[\w-]+\.png)"/g)].map(([, path]) => path));
  let shown = html;
  for (const path of pictures) {
    const address = await assets.add(posix.basename(path), await readFile(join(root, 'docs', path)));
    shown = shown.replaceAll(`"${path}"`, `"${address}"`);
  }
  return shown;
}

/** What a reader sees of a text, for the search. */
function plain(markdown) {
  return markdown
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\|[-: |]+\|$/gm, ' ')
    .replaceAll(/^\s*[-*] |[`*|#]/gm, ' ');
}

function contents(pages) {
  const groups = GROUPS.map(([group, names]) => {
    const items = names.map((name) => {
      const { title, sections } = pages.get(name);
      return `<li><a href="/help/${name}">${escaped(title)}</a><p>${escaped(sections[0].text.split('. ')[0].replace(/\.?$/, '.'))}</p></li>`;
    });
    return `<section><h2>${group}</h2><ul class="contents">${items.join('')}</ul></section>`;
  });
  return `<h1>Help</h1>${groups.join('')}`;
}

function page({ index, style, script, titles }, { name, title, html }) {
  const groups = GROUPS.map(([group, names]) => {
    const items = names.map(
      (one) => `<li><a href="/help/${one}"${one === name ? ' aria-current="page"' : ''}>${escaped(titles.get(one))}</a></li>`,
    );
    return `<h2>${group}</h2><ul>${items.join('')}</ul>`;
  });
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="referrer" content="no-referrer" />
    <title>${escaped(title)} · Headgate</title>
    <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
    <link rel="stylesheet" href="${style}" />
    <script type="module" src="${script}"></script>
  </head>
  <body>
    <a class="skip" href="#content">Skip to the text</a>
    <header>
      <a class="brand" href="/"><img src="/favicon.svg" alt="" width="24" height="24" />Headgate</a>
      <a href="/help">Help</a>
      <form role="search" action="/help">
        <label class="unseen" for="search">Search the help</label>
        <input type="search" id="search" name="q" placeholder="Search the help" autocomplete="off" data-index="${index}" />
      </form>
    </header>
    <div class="frame">
      <main id="content" tabindex="-1">
        <p id="count" role="status"></p>
        <ol id="found"></ol>
        <article>${html}</article>
      </main>
      ${name === null ? '' : `<nav aria-label="Pages of the help">${groups.join('')}</nav>`}
    </div>
  </body>
</html>
`;
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
