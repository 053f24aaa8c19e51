import { useNavigate } from '@tanstack/react-router';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useRead } from '../../../session/read';
import { SelectField } from '../../../ui/field';
import { Card } from '../../../ui/layout';
import { Shown } from '../../../ui/notice';
import { DIFF } from '../template';
import styles from '../templates.module.css';
import { texts } from './texts';
import { VersionDifferences } from './version-differences';

interface ComparisonProps {
  readonly template: number;
  readonly from: number | undefined;
  readonly to: number | 'draft' | undefined;
  /** The number of the newest version; they are counted from 1. */
  readonly latest: number;
}

/** What differs between two versions, or one and the working copy. */
export function Comparison({ template, from = 1, to = 'draft', latest }: ComparisonProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const navigate = useNavigate();
  const query = { from, to: String(to) };
  const diff = useRead(DIFF, { params: { path: { template_id: template }, query } });
  const go = (search: { from?: number; to?: number | 'draft' }): void =>
    void navigate({
      to: '/templates/$template/edit',
      params: { template: String(template) },
      search: { tab: 'versions', from, to, ...search },
    });
  const numbers = Array.from({ length: latest }, (_, index) => latest - index);
  const options = numbers.map((one) => (
    <option key={one} value={one}>
      {t.versionOf(number(one))}
    </option>
  ));
  return (
    <Card title={t.compareTitle}>
      <div className={styles['fields']}>
        <SelectField label={t.from} value={from} onChange={({ target }) => go({ from: Number(target.value) })}>
          {options}
        </SelectField>
        <SelectField
          label={t.to}
          value={to}
          onChange={({ target }) => go({ to: target.value === 'draft' ? 'draft' : Number(target.value) })}
        >
          <option value="draft">{t.workingCopy}</option>
          {options}
        </SelectField>
      </div>
      <Shown of={diff}>
        {({ changes, text_diff: text }) => (
          <>
            {changes.length === 0 && <p>{t.same}</p>}
            {text !== '' && <TextDiff text={text} />}
            {changes.some(({ field }) => field !== 'template_text') && (
              <VersionDifferences
                caption={t.compareTitle}
                titles={[t.before, t.after]}
                differences={changes
                  .filter(({ field }) => field !== 'template_text')
                  .map(({ field, from: one, to: other }) => ({ field, one, other }))}
              />
            )}
          </>
        )}
      </Shown>
    </Card>
  );
}

const LOOKS: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed', '@': 'place' };

/** A unified diff; the signs at the beginning say the same as the colours. */
function TextDiff({ text }: { readonly text: string }) {
  return (
    <pre className={styles['text']}>
      {text.split('\n').map((line, index) => (
        // A line of text is identified only by its place.
        <span key={index} className={styles[LOOKS[line[0] ?? ''] ?? 'same']}>
          {line}
        </span>
      ))}
    </pre>
  );
}
