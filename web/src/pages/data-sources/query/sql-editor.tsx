import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import type { Engine } from '../engines';
import { editorSetup, language } from './editor-setup';
import type { KnownRelations } from './known-relations';
import styles from './query.module.css';
import type { Violation } from './verdict';

export interface EditorHandle {
  /** Puts the cursor before a character. */
  readonly goTo: (position: number) => void;
}

interface SqlEditorProps {
  readonly label: string;
  readonly engine: Engine;
  readonly initial: string;
  readonly onChange: (sql: string) => void;
  readonly onRun: () => void;
  readonly known: KnownRelations;
  readonly violations: readonly Violation[];
  readonly ref: Ref<EditorHandle>;
}

/**
 * CodeMirror in a shadow root: there it brings its style as constructed sheets, which the policy of the pages allows.
 */
export function SqlEditor({ label, engine, initial, onChange, onRun, known, violations, ref }: SqlEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView | null>(null);
  const runNow = useEffectEvent(onRun);
  const changedTo = useEffectEvent(onChange);
  const knownNow = useEffectEvent(() => known);
  const open = useEffectEvent((parent: ShadowRoot) => {
    const run = keymap.of([{ key: 'Mod-Enter', run: () => (runNow(), true) }]);
    const changed = EditorView.updateListener.of((update) => {
      if (update.docChanged) changedTo(update.state.doc.toString());
    });
    const extensions = [Prec.highest(run), language(engine, () => knownNow()), editorSetup(label), changed];
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
    if (view !== null) view.dispatch(setDiagnostics(view.state, diagnosticsOf(view.state, violations)));
  }, [view, violations]);
  useImperativeHandle(ref, () => ({
    goTo: (position) => {
      if (view === null) return;
      view.dispatch({ selection: { anchor: Math.min(position, view.state.doc.length) }, scrollIntoView: true });
      view.focus();
    },
  }));
  return <div ref={host} className={styles['editor']} data-testid="editor" />;
}

/** A mark under the word of each violation. Those without a place are listed beside the editor. */
function diagnosticsOf({ doc }: EditorState, violations: readonly Violation[]): Diagnostic[] {
  const text = doc.toString();
  return violations.flatMap(({ position, message }): Diagnostic[] => {
    if (position === null || position > text.length) return [];
    const word = /^[\p{L}\p{N}_$]+|^./u.exec(text.slice(position))?.[0] ?? '';
    return [{ from: position, to: position + word.length, severity: 'error', message }];
  });
}
