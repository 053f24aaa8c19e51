import { catalogue, useTexts } from '../../../i18n/texts';
import { useFormats } from '../../../i18n/formats';
import styles from './query.module.css';
import { type Violation, lineAndColumn } from './verdict';

const texts = catalogue(
  { place: (line: string, column: string) => `Line ${line}, column ${column}` },
  { place: (line: string, column: string) => `Zeile ${line}, Spalte ${column}` },
);

interface ViolationsProps {
  readonly sql: string;
  readonly violations: readonly (Pick<Violation, 'position' | 'message'> & { readonly rule: string })[];
  /** Left out if there is no editor to lead to. */
  readonly onPlace?: (position: number) => void;
}

/** Why the guard refuses a statement, each with its place, to which a click leads if there is an editor. */
export function Violations({ sql, violations, onPlace }: ViolationsProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const placeOf = (position: number): string => {
    const [line, column] = lineAndColumn(sql, position);
    return t.place(number(line), number(column));
  };
  return (
    <ul className={styles['violations']}>
      {violations.map(({ rule, position, message }, index) => (
        <li key={`${index} ${rule}`}>
          {position !== null && (
            <>
              {onPlace === undefined ? (
                <span>{placeOf(position)}</span>
              ) : (
                <button type="button" onClick={() => onPlace(position)}>
                  {placeOf(position)}
                </button>
              )}
              <span>{': '}</span>
            </>
          )}
          <span>{message}</span>
        </li>
      ))}
    </ul>
  );
}
