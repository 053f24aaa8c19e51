import type { Language } from '../../shared/sentence.js';

/** A line that leads to a page of the service; what people chose never holds an address, see `inMail`. */
const LEADING = /^(.*?)(https?:\/\/\S+)$/;
/** Whatever turns the reading direction of what follows. */
const TURNING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** No pictures, fonts or scripts, and nothing that tells whether a mail was read. */
const STYLE = `body{margin:0;background:#f4f5f7;color:#16181d;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
main{max-width:36em;margin:0 auto;padding:24px}
article{background:#fff;border:1px solid #d9dce3;border-radius:8px;padding:8px 24px}
h1{font-size:20px;line-height:1.3}
p{overflow-wrap:anywhere}
.go{display:inline-block;background:#1f4fd1;color:#fff;border-radius:6px;padding:10px 18px;text-decoration:none;font-weight:600}
.end,.link{color:#5b6270;font-size:13px}
a{color:#1f4fd1}
@media (prefers-color-scheme:dark){body{background:#14161a;color:#e8eaee}article{background:#1d2026;border-color:#363b45}.go{background:#7ea2ff;color:#0d1117}.end,.link{color:#a3abb9}a{color:#9db8ff}}`;

const OPEN: Readonly<Record<Language, string>> = { en: 'Open the page', de: 'Seite öffnen' };

interface WrittenMail {
  readonly subject: string;
  readonly text: string;
  readonly language: Language;
}

/** The mail as a page, made of its text, so that both say the same. @param origins of the pages: only what leads there becomes a link */
export function mailHtml({ subject, text, language }: WrittenMail, origins: readonly string[]): string {
  const paragraphs = text.trim().split(/\n[ \t]*\n+/);
  const body = paragraphs.map((paragraph) => paragraphOf(paragraph.split('\n'), origins, OPEN[language])).join('\n');
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title><style>${STYLE}</style></head>
<body><main><article><h1>${escaped(subject)}</h1>
${body}
</article><p class="end">Headgate</p></main></body></html>
`;
}

function paragraphOf(lines: readonly string[], origins: readonly string[], open: string): string {
  const [, lead = '', link = ''] = LEADING.exec(lines.at(-1) ?? '') ?? [];
  if (!URL.canParse(link) || !origins.includes(new URL(link).origin)) return paragraph(lines);
  const address = escaped(link);
  const before = [...lines.slice(0, -1), lead].filter((line) => line.trim() !== '');
  const shown = before.length === 0 ? '' : paragraph(before);
  return `${shown}<p><a class="go" href="${address}">${open}</a></p><p class="link"><a href="${address}">${address}</a></p>`;
}

function paragraph(lines: readonly string[]): string {
  return `<p>${lines.map((line) => escaped(line.trimEnd())).join('<br>')}</p>`;
}

const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escaped(text: string): string {
  return text
    .replaceAll(TURNING, '')
    .replaceAll(/[&<>"']/g, (sign) => NAMED[sign] ?? '')
    .replace(/^ +/, (indent) => '&nbsp;'.repeat(indent.length));
}
