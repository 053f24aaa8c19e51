import Bowser from 'bowser';

/** "Edge 145 on Windows 11" for people to recognise a session or device by; display only, never compared. */
export function clientNameOf(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === '') return 'Unknown client';
  const { browser, os } = Bowser.parse(userAgent);
  const program = browser.name ? [browser.name, browser.version?.split('.')[0]] : toolOf(userAgent);
  const system = os.name ? [os.name, os.versionName ?? os.version] : [];
  const name = [program, system]
    .map((words) => words.filter(Boolean).join(' '))
    .filter(Boolean)
    .join(' on ');
  return name === '' ? 'Unknown client' : name;
}

/** Command-line tools and libraries name themselves first: "curl/8.5.0", "okhttp/4.12", "python-requests/2.32". */
function toolOf(userAgent: string): string[] {
  const [, name, version] = /^([A-Za-z][A-Za-z0-9._-]{0,39})(?:\/(\d+))?/.exec(userAgent) ?? [];
  return [name, version].filter((word) => word !== undefined);
}
