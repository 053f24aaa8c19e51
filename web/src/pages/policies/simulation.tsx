import { unwrap } from '@headgate/client';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { Button } from '../../ui/button';
import { Row } from '../../ui/layout';
import { Notice, Problem } from '../../ui/notice';
import { Table } from '../../ui/table';
import { MemberLink } from './member-link';
import { texts } from './texts';

interface SimulationProps {
  readonly organization: number;
  readonly text: string;
  readonly replaces?: number;
}

/** Who would have been refused what if this text had decided. */
export function Simulation({ organization, text, replaces }: SimulationProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const simulate = useAction(async (tried: string) => {
    const body = {
      organization_id: organization,
      text: tried,
      ...(replaces !== undefined && { replaces_policy_id: replaces }),
    };
    return { tried, ...unwrap(await headgate.POST('/api/v1/sso/abac/policies/simulate', { body })) };
  });
  const { result } = simulate;
  return (
    <>
      <Row>
        <Button isBusy={simulate.isRunning} onClick={() => simulate.run(text)}>
          {t.simulate}
        </Button>
      </Row>
      <Problem error={simulate.error} />
      {result?.tried === text && (
        <Notice>
          <p>{t.simulated(number(result.decisions), number(result.newly_refused), number(result.newly_allowed))}</p>
          {result.truncated && <p>{t.truncated}</p>}
          {result.people.length > 0 && (
            <Table
              caption={t.refusedMore}
              rows={result.people}
              keyOf={({ user_id: id }) => id}
              columns={[
                { title: t.person, cell: ({ user_id: id }) => <MemberLink organization={organization} user={id} /> },
                { title: t.refusedMore, cell: ({ newly_refused: count }) => number(count) },
              ]}
            />
          )}
        </Notice>
      )}
    </>
  );
}
