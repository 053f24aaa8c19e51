import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useDraft } from '../../../session/draft';
import { Button } from '../../../ui/button';
import { Row } from '../../../ui/layout';
import styles from './ask.module.css';

const texts = catalogue(
  {
    label: 'Your question',
    hint: 'Enter asks, Shift+Enter breaks the line.',
    next: 'Your question follows as soon as this answer is complete.',
    nothing: 'Type a question first.',
    first: 'Ask in your own words',
    further: 'Ask further, or something new',
    ask: 'Ask',
    stop: 'Stop',
  },
  {
    label: 'Ihre Frage',
    hint: 'Enter fragt, Umschalt+Enter bricht die Zeile um.',
    next: 'Ihre Frage wird gestellt, sobald diese Antwort vollständig ist.',
    nothing: 'Schreiben Sie zuerst eine Frage.',
    first: 'Fragen Sie in eigenen Worten',
    further: 'Fragen Sie weiter oder etwas Neues',
    ask: 'Fragen',
    stop: 'Stopp',
  },
);

const LONGEST = 4_000;

interface QuestionBoxProps {
  readonly isFurther: boolean;
  readonly isRunning: boolean;
  readonly onAsk: (question: string) => void;
  readonly onStop: () => void;
}

/** Takes the next question while the last one is being answered. Enter then asks it as soon as that answer is complete. */
export function QuestionBox({ isFurther, isRunning, onAsk, onStop }: QuestionBoxProps) {
  const t = useTexts(texts);
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  // It may hold other people's data, so no store of the browser gets it.
  const draft = useDraft<string>('question', '', { isOfPage: true });
  const question = draft.value;
  const isEmpty = !/[\p{L}\p{N}]/u.test(question);
  const [isNext, setNext] = useState(false);
  const [isTried, setTried] = useState(false);
  const ask = (): void => {
    setTried(true);
    if (isEmpty) {
      box.current?.focus();
      return;
    }
    if (isRunning) {
      setNext(true);
      return;
    }
    onAsk(question.trim());
    draft.discard();
    setNext(false);
    setTried(false);
    // The button takes no second click while it is answered, and would lose the focus.
    box.current?.focus();
  };
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the end of an answer comes from the service
    if (isNext && !isRunning) ask();
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter also ends a word that is being composed, as Japanese is typed. Safari says so by this number alone.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    ask();
  };
  return (
    <form
      className={styles['box']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <label htmlFor={id}>{t.label}</label>
      <textarea
        ref={box}
        id={id}
        aria-describedby={`${id}-hint`}
        placeholder={isFurther ? t.further : t.first}
        rows={2}
        maxLength={LONGEST}
        value={question}
        onChange={({ target }) => {
          draft.change(target.value);
          // It has to be sent again, because it is another question now.
          setNext(false);
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles['boxFoot']}>
        <span id={`${id}-hint`} className={styles['soft']}>
          {isNext ? t.next : isTried && isEmpty ? t.nothing : t.hint}
        </span>
        <Row>
          {isRunning && <Button onClick={onStop}>{t.stop}</Button>}
          <Button type="submit" look="primary" isBusy={isRunning}>
            {t.ask}
          </Button>
        </Row>
      </div>
    </form>
  );
}
