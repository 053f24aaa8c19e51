import { useTexts } from '../../../i18n/texts';
import { LinesField } from '../../../ui/lines-field';
import { formTexts } from './form-texts';

interface LinesProps {
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  readonly error: string | undefined;
  readonly hint: string;
}

const once = (lines: readonly string[]): readonly string[] => [...new Set(lines.map((line) => line.trim()).filter((line) => line !== ''))];

/** Values that people write, each once. */
export function Lines(props: LinesProps) {
  const t = useTexts(formTexts);
  return <LinesField label={t.lines} read={once} {...props} />;
}
