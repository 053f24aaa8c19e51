import { useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import { Row } from '../../../ui/layout';
import { formTexts } from './form-texts';

type Way = 'form' | 'text';

/**
 * Whether a text is edited in a form or as it is. It stays what it was at first, until the person decides otherwise.
 * @param isFilledIn whether the person has filled in the form before
 * @param canShow whether the form can show the text; `undefined` while nobody knows
 */
export function useWay(isFilledIn: boolean, canShow: boolean | undefined): { way: Way | null; setWay: (way: Way) => void } {
  const [way, setWay] = useState<Way | null>(isFilledIn ? 'form' : null);
  if (way === null && canShow !== undefined) setWay(canShow ? 'form' : 'text');
  return { way, setWay };
}

interface WayRowProps {
  readonly isForm: boolean;
  readonly hasForm: boolean;
  readonly setWay: (way: Way) => void;
  /** The form lets go of the text. */
  readonly onText: () => void;
}

export function WayRow({ isForm, hasForm, setWay, onText }: WayRowProps) {
  const t = useTexts(formTexts);
  return (
    <Row>
      {isForm && (
        <Button
          onClick={() => {
            setWay('text');
            onText();
          }}
        >
          {t.asText}
        </Button>
      )}
      {!isForm && hasForm && <Button onClick={() => setWay('form')}>{t.asForm}</Button>}
    </Row>
  );
}
