import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { useRead } from '../../session/read';
import { Button } from '../../ui/button';
import { Row, Stack } from '../../ui/layout';
import { Shown } from '../../ui/notice';
import { FilterField } from '../organization/filter-field';
import { MEMBER, MEMBERS } from '../organization/paths';
import styles from './data-policies.module.css';
import { texts } from './preview-texts';
import { Person } from '../../ui/person';

const FOUND = 10;

interface MemberChoiceProps {
  readonly organization: number;
  readonly onChoose: (member: number) => void;
}

/** The first members whose name has a text, each to be chosen by a click. */
export function MemberChoice({ organization, onChoose }: MemberChoiceProps) {
  const t = useTexts(texts);
  const [search, setSearch] = useState('');
  const read = useRead(MEMBERS, {
    params: {
      path: { org_id: organization },
      query: { page: 1, limit: FOUND, ...(search !== '' && { search }) },
    },
  });
  return (
    <div role="group" aria-label={t.choices}>
      <Stack isNarrow>
        <FilterField label={t.find} hint={t.findHint} value={search} onFilter={setSearch} />
        <Shown of={read}>
          {({ members }) =>
            members.length === 0 ? (
              <p role="status">{t.noMember}</p>
            ) : (
              <ul className={styles['choices']}>
                {members.map((member) => (
                  <li key={member.user_id}>
                    <Button look="quiet" onClick={() => onChoose(member.user_id)}>
                      <Person of={member} />
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </Shown>
      </Stack>
    </div>
  );
}

interface ChosenMemberProps {
  readonly organization: number;
  readonly member: number;
  readonly onLeave: () => void;
}

export function ChosenMember({ organization, member, onLeave }: ChosenMemberProps) {
  const t = useTexts(texts);
  const { data } = useRead(MEMBER, { params: { path: { org_id: organization, user_id: member } } });
  return (
    <Row>
      {data === undefined ? (
        <strong>{t.memberOf(String(member))}</strong>
      ) : (
        <Person of={data.member}>{(name) => <strong>{name}</strong>}</Person>
      )}
      <Button onClick={onLeave}>{t.another}</Button>
    </Row>
  );
}
