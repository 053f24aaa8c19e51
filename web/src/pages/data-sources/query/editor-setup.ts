import { type CompletionSource, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { MySQL, PostgreSQL, type SQLDialect, SQLite, schemaCompletionSource, sql } from '@codemirror/lang-sql';
import { HighlightStyle, bracketMatching, syntaxHighlighting } from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import type { Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Engine } from '../engines';
import type { Relation } from '../schema/relation';
import type { KnownRelations } from './known-relations';
import { namespaceOf, tableOf } from './namespace';

/** DuckDB uses the keywords of PostgreSQL. */
const DIALECTS: Readonly<Record<Engine, SQLDialect>> = {
  postgresql: PostgreSQL,
  mysql: MySQL,
  sqlite: SQLite,
  duckdb: PostgreSQL,
};

/** The colours of the pages, which reach into the shadow root as variables. */
const theme = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--surface)', fontSize: '0.875rem' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6', minHeight: '9rem', maxHeight: '50vh' },
  '.cm-content': { caretColor: 'var(--text)', padding: '0.5rem 0' },
  '.cm-gutters': { color: 'var(--soft)', backgroundColor: 'var(--surface)', border: 'none' },
  '.cm-tooltip': { color: 'var(--text)', backgroundColor: 'var(--raised)', border: '1px solid var(--line)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { color: 'var(--on-accent)', backgroundColor: 'var(--accent)' },
  '.cm-completionDetail': { color: 'inherit' },
  '.cm-diagnostic': { whiteSpace: 'pre-wrap', maxWidth: '32rem' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--danger)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--info-soft)' },
});

const highlighting = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warning)' },
  { tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic' },
  { tag: tags.typeName, color: 'var(--warning)' },
]);

/**
 * Replaces a selection itself. The browser would give the new text the look of the old one in a `style` attribute, which the
 * policy of the pages refuses and the console reports.
 */
const typingOver = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { data, inputType, isComposing } = event;
    const { from, to, empty } = view.state.selection.main;
    if (empty || isComposing || inputType !== 'insertText' || data === null) return false;
    event.preventDefault();
    const insert = () => view.state.update({ ...view.state.replaceSelection(data), userEvent: 'input.type' });
    const handlers = view.state.facet(EditorView.inputHandler);
    if (!handlers.some((handle) => handle(view, from, to, data, insert))) view.dispatch(insert());
    return true;
  },
});

/** Everything that does not change while the editor is open. Tab stays the key that leaves it. */
export function editorSetup(label: string): Extension {
  return [
    lineNumbers(),
    history(),
    closeBrackets(),
    bracketMatching(),
    // Enter breaks the line, unless a suggestion was chosen.
    autocompletion({ icons: false, selectOnOpen: false }),
    EditorView.lineWrapping,
    typingOver,
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', autocorrect: 'off' }),
    syntaxHighlighting(highlighting),
    theme,
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...historyKeymap, ...lintKeymap]),
  ];
}

/**
 * The dialect of an engine, which completes its words and the names of the schema. The sources stay the same while more names
 * become known: a list that is open would otherwise lose what it shows.
 */
export function language(engine: Engine, known: () => KnownRelations): Extension {
  const dialect = DIALECTS[engine];
  let named: readonly Relation[] = [];
  let source = schemaCompletionSource({ dialect, schema: namespaceOf(named) });
  const names: CompletionSource = (context) => {
    const { relations } = known();
    if (relations !== named) source = schemaCompletionSource({ dialect, schema: namespaceOf((named = relations)) });
    return source(context);
  };
  return [
    sql({ dialect, upperCaseKeywords: true }),
    dialect.language.data.of({ autocomplete: names }),
    dialect.language.data.of({ autocomplete: searching(known) }),
  ];
}

const LEAST_TYPED = 2;

function searching(known: () => KnownRelations): CompletionSource {
  return async (context) => {
    const { search } = known();
    if (search === null) return null;
    const word = context.matchBefore(/[\p{L}\p{N}_]+$/u);
    if (word === null || word.text.length < LEAST_TYPED) return null;
    // A list without these names is better than no list: typing continues when the service does not answer.
    const found = await search(word.text).catch(() => []);
    return { from: word.from, options: found.map(tableOf) };
  };
}
