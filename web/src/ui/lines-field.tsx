import { useState } from 'react';
import { TextArea } from './field';

interface LinesFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  readonly error?: string | undefined;
  /** The values that lines stand for. */
  readonly read?: (lines: readonly string[]) => readonly string[];
}

/** A list of texts, one on each line. */
export function LinesField({ values, onChange, read = (lines) => lines, ...field }: LinesFieldProps) {
  const [text, setText] = useState(() => values.join('\n'));
  const valuesOf = (typed: string): readonly string[] => read(typed.split('\n').filter((line) => line !== ''));
  // The field before this one is gone, so it is about another list now.
  if (valuesOf(text).join('\n') !== valuesOf(values.join('\n')).join('\n')) setText(values.join('\n'));
  return (
    <TextArea
      {...field}
      rows={3}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        onChange(valuesOf(target.value));
      }}
    />
  );
}
