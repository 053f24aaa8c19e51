import { describe, expect, it } from '@jest/globals';
import { personAfter, withKeptAccess } from './kept-attributes.js';

describe('what a change leaves out of a user', () => {
  const OUT = { userName: 'bjensen', title: 'Guide', active: false };

  it('is gone, but an omission neither enables nor disables a person', () => {
    const sent = { userName: 'bjensen', displayName: 'B' };
    expect(withKeptAccess(OUT, sent)).toEqual({ ...sent, active: false });
    expect(withKeptAccess({ ...OUT, active: true }, sent)).toEqual({ ...sent, active: true });
  });

  it('does not hold where the change says something', () => {
    const sent = { userName: 'bjensen', active: true };
    expect(withKeptAccess(OUT, sent)).toBe(sent);
  });

  it('is no other person where it is the addresses', () => {
    const before = { userName: 'b@x.example', emails: [{ value: 'babs@x.example' }] };
    for (const emails of [undefined, [], [{ type: 'work' }]])
      expect(personAfter(before, { userName: 'b@x.example', ...(emails && { emails }) }).addresses).toEqual([
        'babs@x.example',
        'b@x.example',
      ]);
    const other = { userName: 'b@x.example', emails: [{ value: 'jensen@x.example' }] };
    expect(personAfter(before, other).addresses).toEqual(['jensen@x.example', 'b@x.example']);
  });
});
