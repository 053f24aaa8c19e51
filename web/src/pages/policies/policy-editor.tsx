import { StreamLanguage } from '@codemirror/language';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { editorSetup } from '../data-sources/query/editor-setup';
import type { Problem } from './policy-api';
import styles from './policies.module.css';

const KEYWORD = /^(?:permit|forbid|when|unless|principal|action|resource|context|in|is|has|like|if|then|else)\b/;

const cedar = StreamLanguage.define({
  token: (stream) => {
    if (stream.match(/^\/\/.*/)) return 'comment';
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string';
    if (stream.match(KEYWORD)) return 'keyword';
    if (stream.match(/^(?:true|false)\b/)) return 'bool';
    if (stream.match(/^\d+/)) return 'number';
    if (!stream.match(/^\w+/)) stream.next();
    return null;
  },
});

interface PolicyEditorProps {
  readonly label: string;
  readonly initial: string;
  readonly onChange: (text: string) => void;
  readonly problems: readonly Problem[];
}

/** In a shadow root, as the editor of queries: the policy of the pages allows constructed sheets alone. */
export function PolicyEditor({ label, initial, onChange, problems }: PolicyEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView | null>(null);
  const changedTo = useEffectEvent(onChange);
  const open = useEffectEvent((parent: ShadowRoot) => {
    const changed = EditorView.updateListener.of((update) => {
      if (update.docChanged) changedTo(update.state.doc.toString());
    });
    const extensions = [cedar, editorSetup(label), changed];
    return new EditorView({ state: EditorState.create({ doc: initial, extensions }), parent, root: parent });
  });
  useEffect(() => {
    const { current } = host;
    if (current === null) return;
    const made = open(current.shadowRoot ?? current.attachShadow({ mode: 'open' }));
    setView(made);
    return () => made.destroy();
  }, []);
  useEffect(() => {
    if (view !== null) view.dispatch(setDiagnostics(view.state, diagnosticsOf(view.state, problems)));
  }, [view, problems]);
  return <div ref={host} className={styles['editor']} data-testid="editor" />;
}

/** Problems are of the text as it was checked, which may have become shorter. */
function diagnosticsOf({ doc }: EditorState, problems: readonly Problem[]): Diagnostic[] {
  return problems.flatMap(({ line, column, length, message }): Diagnostic[] => {
    if (line === null || column === null || line > doc.lines) return [];
    const from = Math.min(doc.line(line).from + column - 1, doc.length);
    return [{ from, to: Math.min(from + (length ?? 1), doc.length), severity: 'error', message }];
  });
}
