import { Button } from '../../../ui/button';
import { Row } from '../../../ui/layout';
import styles from './ask.module.css';
import type { Clarification } from './turn';

interface ClarifiedProps {
  readonly of: Clarification;
  /** If another question has followed, there is nothing left to choose. */
  readonly onChoose: ((question: string) => void) | null;
}

/** A question back instead of a guess. */
export function Clarified({ of: { question, choices }, onChoose }: ClarifiedProps) {
  return (
    <div className={styles['sentence']}>
      <p>{question}</p>
      {onChoose === null ? (
        <ul className={styles['soft']}>
          {choices.map((choice) => (
            <li key={choice}>{choice}</li>
          ))}
        </ul>
      ) : (
        <Row>
          {choices.map((choice) => (
            <Button key={choice} onClick={() => onChoose(choice)}>
              {choice}
            </Button>
          ))}
        </Row>
      )}
    </div>
  );
}
