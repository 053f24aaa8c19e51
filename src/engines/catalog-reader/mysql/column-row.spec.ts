import { describe, expect, it } from '@jest/globals';
import { columnFrom } from './column-row.js';

/** As MySQL 8 writes them; MariaDB is read for real elsewhere. */
function ofMySql(type: string, defaultText: string | null, extra = '', computedBy = '') {
  const dataType = type.replace(/[( ].*$/, '');
  return columnFrom(['c', '1', defaultText, 'YES', dataType, type, extra, 'select,insert', '', computedBy], false);
}

describe('a column of MySQL', () => {
  it.each([
    ['varchar(9)', "it's", '', "'it''s'"],
    ['varchar(9)', '', '', "''"],
    ['varchar(9)', 'NULL', '', "'NULL'"],
    ['varchar(9)', null, '', null],
    ['int unsigned', '7', '', '7'],
    ['decimal(4,2)', '1.50', '', '1.50'],
    ['bit(3)', "b'101'", '', "b'101'"],
    ['datetime', 'CURRENT_TIMESTAMP', 'DEFAULT_GENERATED', 'CURRENT_TIMESTAMP'],
    ['timestamp(3)', 'CURRENT_TIMESTAMP(3)', 'on update CURRENT_TIMESTAMP(3)', 'CURRENT_TIMESTAMP(3)'],
    ['json', 'json_array()', 'DEFAULT_GENERATED', 'json_array()'],
  ])('of type %s with %j in its catalog and %j beside it has the default %j', (type, text, extra, expected) => {
    expect(ofMySql(type, text, extra).default).toBe(expected);
  });

  it.each([
    ['VIRTUAL GENERATED', 'virtual'],
    ['STORED GENERATED INVISIBLE', 'stored'],
  ])('that is %s tells what computes it', (extra, generated) => {
    expect(ofMySql('int', null, extra, '(`a` + 1)')).toMatchObject({ generated, default: '(`a` + 1)' });
  });

  it('is generated also where its expression is not told', () => {
    expect(ofMySql('int', null, 'VIRTUAL GENERATED')).toMatchObject({ generated: 'virtual', default: null });
  });

  it('with an expression for its default is not generated', () => {
    expect(ofMySql('char(36)', 'uuid()', 'DEFAULT_GENERATED').generated).toBeNull();
  });
});
