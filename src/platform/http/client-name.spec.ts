import { describe, expect, it } from '@jest/globals';
import { clientNameOf } from './client-name.js';

describe('clientNameOf', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Safari/537.36 Edg/145.0.0.0',
      'Edge 145 on Windows 10',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140 on Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.2 Mobile/15E148 Safari/604.1',
      'Safari 18 on iOS 18.2',
    ],
    ['curl/8.5.0', 'curl 8'],
    ['python-requests/2.32.3', 'python-requests 2'],
    ['okhttp/4.12.0', 'okhttp 4'],
    ['', 'Unknown client'],
    ['   ', 'Unknown client'],
    ['<script>alert(1)</script>', 'Unknown client'],
  ])('calls %s: %s', (userAgent, name) => {
    expect(clientNameOf(userAgent)).toBe(name);
  });

  it.each([
    ['15.0.0', 'Edge 145 on Windows 11'],
    ['13', 'Edge 145 on Windows 11'],
    ['10.0.0', 'Edge 145 on Windows 10'],
    ['nonsense', 'Edge 145 on Windows 10'],
  ])('tells Windows 11 by the hint %s: %s', (hint, name) => {
    const edge =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Safari/537.36 Edg/145.0.0.0';
    expect(clientNameOf(edge, hint)).toBe(name);
  });

  it('has a name for a client that tells none', () => {
    expect(clientNameOf(null)).toBe('Unknown client');
  });
});
