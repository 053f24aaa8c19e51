import { partsOf } from './placeholders';
import styles from './templates.module.css';

interface QuestionProps {
  readonly text: string;
  /** What fills a gap; its name in braces when nothing does. */
  readonly values?: Readonly<Record<string, string>>;
}

/** The text of a template with its gaps marked. */
export function Question({ text, values = {} }: QuestionProps) {
  return (
    <p className={styles['text']}>
      {partsOf(text).map((part, index) =>
        typeof part === 'string' ? (
          part
        ) : (
          // A part is identified only by its place in the text.
          <span key={index} className={styles['gap']}>
            {(values[part.name] ?? '') === '' ? `{{${part.name}}}` : values[part.name]}
          </span>
        ),
      )}
    </p>
  );
}
