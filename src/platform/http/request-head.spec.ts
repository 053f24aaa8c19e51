import { describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import { assertUnambiguousHead } from './request-head.js';

describe('the head of a request', () => {
  const look = (originalUrl: string) => () => assertUnambiguousHead({ rawHeaders: [], originalUrl } as unknown as Request);

  it.each([
    ['/api/v1/sessions?page=%E0%A4%A', 'The parameter "page"'],
    ['/api/v1/members?limit=5&search=%C3%28&page=1', 'The parameter "search"'],
    ['/x?filter[name]=%FF', 'The parameter "filter[name]"'],
    ['/x?a=1?b=%FF', 'The parameter "a"'],
    ['/x?%FF=1', 'A parameter in the address'],
    ['/x?<b>=%FF', 'A parameter in the address'],
    [`/x?${'a'.repeat(65)}=%FF`, 'A parameter in the address'],
    ['/api/v1/members/%E4', 'The path of the address'],
  ])('says where %s has a percent-encoding that cannot be read', (url, place) => {
    expect(look(url)).toThrow(`${place} has a percent-encoding that is not UTF-8. Encode it as UTF-8, and % itself as %25.`);
  });

  it.each(['/', '/x?search=50%', '/x?search=%', '/x?%ZZ=1', '/r%C3%A9sum%C3%A9?q=%E2%82%AC', '/x?q=%00'])('may be %s', (url) => {
    expect(look(url)).not.toThrow();
  });
});
