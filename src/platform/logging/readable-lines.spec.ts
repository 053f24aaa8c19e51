import { describe, expect, it } from '@jest/globals';
import { stripVTControlCharacters } from 'node:util';
import { createLogger } from './logger.js';
import { readableLines } from './readable-lines.js';

describe('lines for a person at a terminal', () => {
  const written: string[] = [];
  const logger = createLogger('info', readableLines({ write: (text: string) => written.push(stripVTControlCharacters(text)) }));
  const last = () => written.at(-1);

  it('begin with the time of day and the sentence, and count long lists', () => {
    logger.info({ url: 'http://localhost:3000', schemas: ['a', 'b'], migrations: Array(55).fill('One') }, 'told');
    expect(last()).toMatch(/^\d\d:\d\d:\d\dZ {2}told {2}url=http:\/\/localhost:3000 schemas=\["a","b"\] migrations=55\n$/);
  });

  it('name the level of what is amiss, and say where an error came from', () => {
    logger.warn({ err: new Error('surprise') }, 'failed');
    expect(last()).toMatch(/^\d\d:\d\d:\d\dZ {2}WARN {2}failed\n {4}Error: surprise\n {8}at /);
  });

  it('let no text of a field change the terminal or begin a line', () => {
    logger.warn({ err: new Error('refused\u001b[2J\r\u009b2J') }, 'failed\u001b[2J');
    expect(last()).toMatch(/^\S+ {2}WARN {2}failed\\u001b\[2J\n {4}Error: refused\\u001b\[2J\\u000d\\u009b2J\n/);
    logger.info({ route: 'x\n09:00:00  forged\u001b[2J' }, 'request');
    expect(last()).toContain('route="x\\n09:00:00  forged\\u001b[2J"\n');
  });

  it('blank secrets as JSON lines do', () => {
    logger.info({ password: 'river' }, 'told');
    expect(last()).not.toContain('river');
  });
});
