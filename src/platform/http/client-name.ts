import Bowser from 'bowser';

/**
 * "Edge 145 on Windows 11", by which people recognise a session or device; display only, never compared.
 * @param platformVersion the browser's `Sec-CH-UA-Platform-Version`, if it sends one
 */
export function clientNameOf(userAgent: string | null, platformVersion: string | null = null): string {
  if (userAgent === null || userAgent.trim() === '') return 'Unknown client';
  const { browser, os } = Bowser.parse(userAgent);
  const program = browser.name ? [browser.name.replace(/^Microsoft /, ''), browser.version?.split('.')[0]] : toolOf(userAgent);
  const system = os.name ? [os.name, systemVersionOf(os, platformVersion)] : [];
  const name = [program, system]
    .map((words) => words.filter(Boolean).join(' '))
    .filter(Boolean)
    .join(' on ');
  return name === '' ? 'Unknown client' : name;
}

/** Browsers call Windows 11 "Windows NT 10.0" forever; the hint counts from 13 there. */
function systemVersionOf(os: Bowser.Parser.OSDetails, platformVersion: string | null): string | undefined {
  const isEleven = os.name === 'Windows' && os.versionName === '10' && Number.parseInt(platformVersion ?? '', 10) >= 13;
  return isEleven ? '11' : (os.versionName ?? os.version);
}

/** Command-line tools and libraries name themselves first: "curl/8.5.0", "okhttp/4.12", "python-requests/2.32". */
function toolOf(userAgent: string): string[] {
  const [, name, version] = /^([A-Za-z][A-Za-z0-9._-]{0,39})(?:\/(\d+))?/.exec(userAgent) ?? [];
  return [name, version].filter((word) => word !== undefined);
}
