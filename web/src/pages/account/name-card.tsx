import { unwrap } from '@headgate/client';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { queries } from '../../session/queries';
import { useDraft } from '../../session/draft';
import type { Me } from '../../session/me';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Card, Row, Stack } from '../../ui/layout';
import { Notice, Problem } from '../../ui/notice';
import { texts } from './texts';

/** What others call the person. */
export function NameCard({ me }: { readonly me: Me }) {
  const t = useTexts(texts);
  const draft = useDraft('own-name', me.user.display_name ?? '');
  const change = useAction(
    async (name: string) => unwrap(await headgate.PATCH('/api/v1/me', { body: { display_name: name === '' ? null : name } })),
    {
      onDone: ({ display_name: name }) => {
        draft.begin(name ?? '');
        // Every list may show it.
        void queries.invalidateQueries();
      },
    },
  );
  return (
    <Card title={t.ownName}>
      <Stack isNarrow>
        <Form label={t.ownName} onSubmit={() => change.run(draft.value.trim())}>
          <TextField
            label={t.displayName}
            hint={t.displayNameHint(me.user.username)}
            autoComplete="name"
            value={draft.value}
            onChange={({ target }) => draft.change(target.value)}
            error={change.fieldError('display_name')}
          />
          <Problem error={change.error} />
          {change.result !== undefined && !draft.isDirty && <Notice tone="good">{t.nameChanged}</Notice>}
          <Row>
            <Button type="submit" isBusy={change.isRunning}>
              {t.changeName}
            </Button>
          </Row>
        </Form>
      </Stack>
    </Card>
  );
}
