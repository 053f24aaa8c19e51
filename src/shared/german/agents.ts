/** Sentences about AI clients that people connect by OAuth. */
export const AGENTS = {
  'This connection has ended. Connect the program again.': 'Diese Verbindung ist beendet. Verbinden Sie das Programm neu.',
  'The organization does not let this AI client connect. Ask one of its administrators.':
    'Die Organisation lässt diesen KI-Client nicht zu. Fragen Sie ihre Administration.',
  'None of your organizations lets this AI client connect. Ask an administrator to list it under "AI clients".':
    'Keine Ihrer Organisationen lässt diesen KI-Client zu. Bitten Sie die Administration, ihn unter „KI-Clients“ einzutragen.',
  'You have {most} connected AI clients, and cannot have more. Disconnect one first.':
    'Sie haben {most} KI-Clients verbunden, mehr sind nicht möglich. Trennen Sie zuerst einen.',
  'The organization has {most} AI clients, and cannot have more. Remove one first.':
    'Die Organisation hat {most} KI-Clients, mehr sind nicht möglich. Entfernen Sie zuerst einen.',
  'The client has two secrets. Remove the one that it no longer uses.':
    'Der Client hat zwei Geheimnisse. Entfernen Sie das, das er nicht mehr benutzt.',
  'This client was registered without secrets. Register it again as one that keeps a secret.':
    'Dieser Client wurde ohne Geheimnis registriert. Registrieren Sie ihn neu als einen, der ein Geheimnis bewahrt.',
  'The program sent no client_id or no redirect_uri, or sent one of them twice. Tell those who make it.':
    'Das Programm hat keine client_id oder keine redirect_uri geschickt, oder eine davon doppelt. Sagen Sie es denen, die es herstellen.',
  'No organization here knows this program. Ask an administrator to register it, or to list its address.':
    'Keine Organisation hier kennt dieses Programm. Bitten Sie die Administration, es zu registrieren oder seine Adresse einzutragen.',
  'The document at the address of the program cannot be read, is about another program, or asks for a kind of sign-in that is not served here. Tell those who make it.':
    'Das Dokument an der Adresse des Programms ist nicht lesbar, beschreibt ein anderes Programm oder verlangt eine Anmeldung, die es hier nicht gibt. Sagen Sie es denen, die es herstellen.',
  'The program wants its answer at an address that it has not registered. Do not connect it; tell those who make it.':
    'Das Programm will die Antwort an eine Adresse, die es nicht registriert hat. Verbinden Sie es nicht, und sagen Sie es denen, die es herstellen.',
  'The program did not ask for {scopes}, or the organization does not allow it.':
    'Das Programm hat nicht um {scopes} gebeten, oder die Organisation erlaubt es nicht.',
  'The organization allows {days} days at most.': 'Die Organisation erlaubt höchstens {days} Tage.',
  'Send hosts such as claude.ai, or https addresses of documents.': 'Senden Sie Hosts wie claude.ai oder https-Adressen von Dokumenten.',
  'Send addresses with https, of this machine such as http://127.0.0.1/callback, or with a scheme that belongs to the program alone.':
    'Senden Sie Adressen mit https, auf diesem Rechner wie http://127.0.0.1/callback oder mit einem Schema, das nur dem Programm gehört.',
  'This program has not asked for what this tool needs. Connect it again.':
    'Dieses Programm hat nicht um das gebeten, was dieses Werkzeug braucht. Verbinden Sie es neu.',
  'An AI client was connected to your Headgate account': 'Ein KI-Client wurde mit Ihrem Headgate-Konto verbunden',
  'the AI client "{name}" ({host}) was connected to your account on {at}. Until {until} it can read data in your name, even when you are signed out.':
    'am {at} wurde der KI-Client „{name}“ ({host}) mit Ihrem Konto verbunden. Bis {until} kann er in Ihrem Namen Daten lesen, auch wenn Sie abgemeldet sind.',
  'If this was not you, disconnect it in your account, change your password and tell your administrator at once.':
    'Wenn Sie das nicht waren, trennen Sie ihn in Ihrem Konto, ändern Sie Ihr Passwort, und sagen Sie es sofort Ihrer Administration.',
  'to allow members to connect more AI clients': 'Mitgliedern mehr KI-Clients zu erlauben',
  'AI client': 'KI-Client',
  'Connected AI client': 'Verbundener KI-Client',
  Secret: 'Geheimnis',
} as const;
