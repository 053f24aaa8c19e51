import { useTexts } from '../../i18n/texts';
import { texts } from './texts';

interface MistakesProps {
  readonly of: readonly { readonly field: string; readonly message: string; readonly hint?: string | null }[];
}

/** What does not fit, each sentence with the rule that it is about. */
export function Mistakes({ of }: MistakesProps) {
  const t = useTexts(texts);
  const placeOf = (field: string): string => {
    const number = /^rules\[(\d+)\]/.exec(field)?.[1];
    return number === undefined ? '' : `${t.rule(String(Number(number) + 1))}: `;
  };
  return (
    <ul>
      {of.map(({ field, message, hint = null }, index) => (
        <li key={index}>
          {placeOf(field)}
          <span>{hint === null ? message : `${message} ${hint}`}</span>
        </li>
      ))}
    </ul>
  );
}
