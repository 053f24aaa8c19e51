import { useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import { Card, Row } from '../../../ui/layout';
import { Notice } from '../../../ui/notice';
import { texts } from './texts';
import { TwoVersions, differencesOf } from './two-versions';
import type { Editing } from './use-editing';

/** Two people have edited the same template: both versions, and the choice. */
export function Conflict({ editing }: { readonly editing: Editing }) {
  const t = useTexts(texts);
  const { content, saved, keepMine, discard, save } = editing;
  const choose = (act: () => void) => () => {
    save.reset();
    act();
  };
  return (
    <Card title={t.conflictTitle}>
      <Notice tone="warning">{t.conflictText}</Notice>
      <TwoVersions caption={t.conflictTitle} titles={[t.mine, t.theirs]} differences={differencesOf(content, saved)} />
      <Row>
        <Button onClick={choose(keepMine)}>{t.keepMine}</Button>
        <Button onClick={choose(discard)}>{t.takeTheirs}</Button>
      </Row>
    </Card>
  );
}
