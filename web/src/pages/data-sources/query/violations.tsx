import { catalogue, useTexts } from '../../../i18n/texts';
import { useFormats } from '../../../i18n/formats';
import { KeptBack, policiesIn } from './kept-back';
import styles from './query.module.css';
import { type Violation, lineAndColumn } from './verdict';

const texts = catalogue(
  { place: (line: string, column: string) => `Line ${line}, column ${column}` },
  { place: (line: string, column: string) => `Zeile ${line}, Spalte ${column}` },
);

/** The same is said of what does not exist and of what a policy hides. */
const MAY_BE_HIDDEN = ['unknown_relation', 'restricted_relation'];

interface ViolationsProps {
  readonly sql: string;
  readonly violations: readonly (Pick<Violation, 'position' | 'message' | 'policies'> & { readonly rule: string })[];
  /** Left out if there is no editor to lead to. */
  readonly onPlace?: (position: number) => void;
  /** Left out on the pages of a data source. */
  readonly source?: number | undefined;
}

/** Why the guard refuses a statement, each with its place, to which a click leads if there is an editor. */
export function Violations({ sql, violations, onPlace, source }: ViolationsProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const placeOf = (position: number): string => {
    const [line, column] = lineAndColumn(sql, position);
    return t.place(number(line), number(column));
  };
  return (
    <>
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
      <KeptBack
        policies={policiesIn(violations)}
        isPossible={violations.some(({ rule }) => MAY_BE_HIDDEN.includes(rule))}
        source={source}
      />
    </>
  );
}
