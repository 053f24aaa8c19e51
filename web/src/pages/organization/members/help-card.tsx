import { unwrap } from '@headgate/client';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useRead } from '../../../session/read';
import { CheckField } from '../../../ui/field';
import { Help } from '../../../ui/help';
import { Card } from '../../../ui/layout';
import { Problem, Shown } from '../../../ui/notice';

const texts = catalogue(
  {
    title: 'Help for members',
    label: 'Removing the second factors of a member takes the approval of another owner',
    lead: 'A second person then looks before anyone removes what protects an account. To end this later takes another owner, too.',
  },
  {
    title: 'Hilfe für Mitglieder',
    label: 'Zweite Faktoren eines Mitglieds zu entfernen muss ein anderer Inhaber genehmigen',
    lead: 'So sieht eine zweite Person hin, bevor jemand entfernt, was ein Konto schützt. Auch das wieder aufzuheben muss ein anderer Inhaber genehmigen.',
  },
);

const SETTINGS = '/api/v1/organizations/{org_id}/settings';

/** For people who may change the organization and help its members. */
export function HelpCard({ organization }: { readonly organization: number }) {
  const t = useTexts(texts);
  const params = { path: { org_id: organization } };
  const read = useRead(SETTINGS, { params });
  const save = useAction(
    async (isApproved: boolean) => {
      const body = { settings: { factor_resets: isApproved ? 'approved' : 'alone' } } as const;
      unwrap(await headgate.PATCH('/api/v1/organizations/{org_id}', { params, body }));
    },
    { changes: [SETTINGS] },
  );
  return (
    <Card title={t.title}>
      <Shown of={read}>
        {({ settings }) => (
          <CheckField
            label={t.label}
            checked={settings.factor_resets === 'approved'}
            disabled={save.isRunning}
            onChange={({ target }) => save.run(target.checked)}
          />
        )}
      </Shown>
      <p>
        {t.lead} <Help at="roles#help-for-members" about={t.title} />
      </p>
      <Problem error={save.error} />
    </Card>
  );
}
