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
    label: 'Require an owner’s approval before a member’s second factors are removed',
    lead: 'The owner who approves must not be the person who asks. Turning this off needs such an approval too, unless you are the only owner.',
  },
  {
    title: 'Hilfe für Mitglieder',
    label: 'Das Entfernen der zweiten Faktoren eines Mitglieds muss ein Inhaber genehmigen',
    lead: 'Genehmigen muss ein Inhaber, der nicht selbst gefragt hat. Auch zum Ausschalten brauchen Sie eine solche Genehmigung, außer wenn Sie der einzige Inhaber sind.',
  },
);

const SETTINGS = '/api/v1/organizations/{org_id}/settings';

/** For people who may change the organization and help its members. */
export function HelpCard({ organization }: { readonly organization: number }) {
  const t = useTexts(texts);
  const params = { path: { org_id: organization } };
  const read = useRead(SETTINGS, { params });
  const save = useAction(
    async ({ isApproved, over }: { readonly isApproved: boolean; readonly over: object }) => {
      const body = { settings: { factor_resets: isApproved ? 'needs_approval' : 'direct' } } as const;
      unwrap(await headgate.PATCH('/api/v1/organizations/{org_id}', { params, body, ifMatch: over }));
    },
    { changes: [SETTINGS] },
  );
  return (
    <Card title={t.title}>
      <Shown of={read}>
        {({ settings }) => (
          // A setting, which is saved at once, and no filter of the list above.
          <div role="group" aria-label={t.title}>
            <CheckField
              label={t.label}
              checked={settings.factor_resets === 'needs_approval'}
              disabled={save.isRunning}
              onChange={({ target }) => save.run({ isApproved: target.checked, over: settings })}
            />
          </div>
        )}
      </Shown>
      <p>
        {t.lead} <Help at="roles#help-for-members" about={t.title} />
      </p>
      <Problem error={save.error} />
    </Card>
  );
}
