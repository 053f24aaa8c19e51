import { partsOf } from './placeholders';
import styles from './templates.module.css';

interface QuestionProps {
  readonly text: string;
  /** What fills a gap; its name in braces where nothing does. */
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
          // The place in the text is all that a part is known by.
          <span key={index} className={styles['gap']}>
            {(values[part.name] ?? '') === '' ? `{{${part.name}}}` : values[part.name]}
          </span>
        ),
      )}
    </p>
  );
}
