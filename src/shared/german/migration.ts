/** Sentences about the way to single sign-on, directories that provision, and the audit trail. */
export const MIGRATION = {
  'Log in with your password and the second factor that you would use in an emergency, then try again.':
    'Melden Sie sich mit Ihrem Passwort und dem zweiten Faktor an, den Sie im Notfall benutzen würden, und versuchen Sie es dann noch einmal.',
  'Requiring single sign-on now would lock people out. Clear the blockers first.':
    'Single Sign-on jetzt zu verlangen würde Personen aussperren. Beheben Sie zuerst, was im Weg steht.',
  'Send this only with the mode required.': 'Senden Sie das nur mit dem Modus required.',
  'This account is kept for emergencies. Only an owner may change that.':
    'Dieses Konto ist für Notfälle da. Das darf nur ein Inhaber ändern.',
  'Another person uses this address at the new provider. Find out whose identity it is, and unlink the wrong one.':
    'Beim neuen Anbieter benutzt eine andere Person diese Adresse. Finden Sie heraus, wem die Identität gehört, und lösen Sie die falsche.',
  'Choose two different connections of the organization, and activate both first.':
    'Wählen Sie zwei verschiedene Verbindungen der Organisation, und aktivieren Sie zuerst beide.',
  'Owners link the new provider themselves, in their account. Ask them to, then add them.':
    'Inhaber verknüpfen den neuen Anbieter selbst in ihrem Konto. Bitten Sie sie darum, und nehmen Sie sie dann auf.',
  'The account or the membership is not active. Leave the person out.':
    'Das Konto oder die Mitgliedschaft ist nicht aktiv. Lassen Sie die Person weg.',
  'The address is in no verified domain of the organization. Verify the domain, or change the address.':
    'Die Adresse gehört zu keiner nachgewiesenen Domain der Organisation. Weisen Sie die Domain nach, oder ändern Sie die Adresse.',
  'The former provider knows the person by another address than the account has. Give both the same address.':
    'Der bisherige Anbieter kennt die Person unter einer anderen Adresse als das Konto. Geben Sie beiden dieselbe Adresse.',
  'The link at the new connection is of a former issuer. Unlink it first.':
    'Die Verknüpfung bei der neuen Verbindung stammt von einem früheren Aussteller. Lösen Sie sie zuerst.',
  'This account is never linked by a provider: it administers the installation or is kept for emergencies. Leave it out.':
    'Dieses Konto wird nie von einem Anbieter verknüpft: Es verwaltet die Installation oder ist für Notfälle da. Lassen Sie es weg.',
  'This person is not a member, or is not linked to the former provider. Leave them out.':
    'Diese Person ist kein Mitglied oder nicht mit dem bisherigen Anbieter verknüpft. Lassen Sie sie weg.',
  'This person is in another wave. Confirm it or roll it back first.':
    'Diese Person ist in einer anderen Welle. Bestätigen Sie diese zuerst, oder rollen Sie sie zurück.',
  'This wave has ended: it was confirmed or rolled back before.': 'Diese Welle ist beendet: Sie wurde schon bestätigt oder zurückgerollt.',
  'This account is kept for emergencies, and may use its password anyway.':
    'Dieses Konto ist für Notfälle da und darf sein Passwort ohnehin benutzen.',
  'This is not an active member of the organization.': 'Das ist kein aktives Mitglied der Organisation.',
  'This member is already exempt. To change the reason or the end, end this exemption and grant a new one.':
    'Dieses Mitglied ist schon ausgenommen. Um Grund oder Ende zu ändern, beenden Sie die Ausnahme, und legen Sie eine neue an.',
  'This member is exempt for a time. End the exemption first.':
    'Dieses Mitglied ist auf Zeit ausgenommen. Beenden Sie zuerst die Ausnahme.',
  'You cannot exempt yourself. Ask another administrator.':
    'Sich selbst können Sie nicht ausnehmen. Bitten Sie einen anderen Administrator.',
  '{count} members are exempt, and more are not allowed. End an exemption first.':
    '{count} Mitglieder sind ausgenommen, mehr sind nicht erlaubt. Beenden Sie zuerst eine Ausnahme.',
  'Send a time within the next {days} days.': 'Senden Sie eine Zeit innerhalb der nächsten {days} Tage.',
  'This is not an active owner of the organization.': 'Das ist kein aktiver Inhaber der Organisation.',
  'While single sign-on is required, two owners with a second factor must be able to log in without it. Designate another one first.':
    'Solange Single Sign-on Pflicht ist, müssen sich zwei Inhaber mit zweitem Faktor auch ohne Single Sign-on anmelden können. Bestimmen Sie zuerst einen weiteren.',

  'Activate a connection to your identity provider.': 'Aktivieren Sie eine Verbindung zu Ihrem Identitätsanbieter.',
  'Ask an owner to log in through the connection.': 'Bitten Sie einen Inhaber, sich über die Verbindung anzumelden.',
  'Designate {count} owners with a second factor as break-glass accounts, each with a drill in the last 90 days.':
    'Bestimmen Sie {count} Inhaber mit zweitem Faktor als Notfallkonten, jedes mit einer Übung in den letzten 90 Tagen.',
  'Log in through the connection, or as a break-glass account: you would lock yourself out.':
    'Melden Sie sich über die Verbindung oder mit einem Notfallkonto an: Sie würden sich selbst aussperren.',
  'Make a migration plan: there is none.': 'Erstellen Sie einen Umstellungsplan: Es gibt keinen.',
  'Make a new migration plan: the last one is older than 24 hours.':
    'Erstellen Sie einen neuen Umstellungsplan: Der letzte ist älter als 24 Stunden.',
  'Make a new migration plan: the last one no longer matches the members.':
    'Erstellen Sie einen neuen Umstellungsplan: Der letzte passt nicht mehr zu den Mitgliedern.',
  'No member of the wave can move now. Its list of members says why.':
    'Zurzeit kann kein Mitglied der Welle umsteigen. Ihre Mitgliederliste sagt, warum.',
  'Put the TXT record of a verified domain back. The DNS does not show it now: {domains}.':
    'Setzen Sie den TXT-Eintrag einer nachgewiesenen Domain wieder. Das DNS zeigt ihn zurzeit nicht: {domains}.',
  'Set the organization to optional, report only or required: at present it does not use single sign-on.':
    'Stellen Sie die Organisation auf „Freiwillig“, „Nur beobachten“ oder „Pflicht“: Zurzeit benutzt sie kein Single Sign-on.',
  'Test the active connection as it is now.': 'Testen Sie die aktive Verbindung in ihrer jetzigen Konfiguration.',
  'Test the connection again: the last test that it passed as it is now is older than 24 hours.':
    'Testen Sie die Verbindung noch einmal: Der letzte Test, den sie in ihrer jetzigen Konfiguration bestanden hat, ist älter als 24 Stunden.',
  'Test the connection: as it is now, it has passed no test.':
    'Testen Sie die Verbindung: In ihrer jetzigen Konfiguration hat sie noch keinen Test bestanden.',
  'Verify a domain: nobody can be linked without one.': 'Weisen Sie eine Domain nach: Ohne sie lässt sich niemand verknüpfen.',
  'Verify a domain: none of your organization is verified.': 'Weisen Sie eine Domain nach: Ihre Organisation hat keine nachgewiesene.',
  'Wait for the wave before: at least {percent} % of its members must have logged in through single sign-on, and it must not be paused.':
    'Warten Sie auf die Welle davor: Mindestens {percent} % ihrer Mitglieder müssen sich mit Single Sign-on angemeldet haben, und sie darf nicht pausieren.',

  'Make a migration plan first.': 'Erstellen Sie zuerst einen Umstellungsplan.',
  'Members have changed since the newest plan. Make a new plan, and check it.':
    'Seit dem neuesten Plan haben sich die Mitglieder geändert. Erstellen Sie einen neuen Plan, und prüfen Sie ihn.',
  'Send a time within the next year.': 'Senden Sie eine Zeit innerhalb des nächsten Jahres.',
  'Send either limit or percent.': 'Senden Sie entweder limit oder percent.',
  'Send either user_ids, or group with limit or percent.': 'Senden Sie entweder user_ids, oder group mit limit oder percent.',
  'Send limit and percent only together with group.': 'Senden Sie limit und percent nur zusammen mit group.',
  'Some members are already in another wave. Leave them out.': 'Einige Mitglieder sind schon in einer anderen Welle. Lassen Sie sie weg.',
  'Some members would be locked out. Leave them out until they are ready.':
    'Einige Mitglieder würden ausgesperrt. Lassen Sie sie weg, bis sie bereit sind.',
  'Some of them are not members of the organization. Leave them out.':
    'Einige davon sind keine Mitglieder der Organisation. Lassen Sie sie weg.',
  'This group has no members left for another wave. Choose another group.':
    'Diese Gruppe hat keine Mitglieder mehr für eine weitere Welle. Wählen Sie eine andere Gruppe.',
  'This wave cannot start yet. `gates` lists what to do first.':
    'Diese Welle kann noch nicht beginnen. `gates` nennt, was zuerst zu tun ist.',
  'You cannot {action} a wave that is {status}.': 'Eine Welle im Zustand „{status}“ lässt sich nicht {action}.',
  schedule: 'terminieren',
  start: 'starten',
  pause: 'pausieren',
  resume: 'fortsetzen',
  'roll back': 'zurücknehmen',
  draft: 'geplant',
  scheduled: 'terminiert',
  notified: 'angekündigt',
  enforced: 'läuft',
  paused: 'pausiert',
  'rolled back': 'zurückgenommen',

  'An organization has {most} valid provisioning tokens at most. Revoke one first.':
    'Eine Organisation hat höchstens {most} gültige Verzeichnis-Token. Widerrufen Sie zuerst eines.',
  'Only an owner of the organization can approve a provisioning token. Ask one to do it.':
    'Nur ein Inhaber der Organisation kann ein Verzeichnis-Token genehmigen. Bitten Sie einen darum.',
  'Send a time in the future.': 'Senden Sie eine Zeit in der Zukunft.',
  'The group is already mapped at this place. Leave one of the two out.':
    'Die Gruppe ist an dieser Stelle schon zugeordnet. Lassen Sie eine der beiden Zuordnungen weg.',
  'Say which role the group gives. You can leave it out only for a workspace: the group then gives its default role.':
    'Geben Sie an, welche Rolle die Gruppe gibt. Nur bei einem Arbeitsbereich können Sie sie weglassen: Dann gibt die Gruppe dessen Standardrolle.',
  'The organization already has a valid provisioning token with this name. Choose another name.':
    'Die Organisation hat schon ein gültiges Verzeichnis-Token mit diesem Namen. Wählen Sie einen anderen Namen.',
  'The organization has no such group.': 'Die Organisation hat keine solche Gruppe.',
  'The token is not valid any more, or was replaced already. Issue a new one instead.':
    'Das Token gilt nicht mehr oder wurde schon ersetzt. Stellen Sie stattdessen ein neues aus.',

  'Must not lie before `{first}`.': 'Darf nicht vor `{first}` liegen.',
  'Pages reach {most} counters deep; ask for a shorter period with `from` and `to`.':
    'Seiten reichen {most} Zähler weit; fragen Sie mit `from` und `to` nach einem kürzeren Zeitraum.',
  'Pages reach {most} events deep. Ask an administrator for older events.':
    'Seiten reichen {most} Ereignisse weit. Fragen Sie die Administration nach älteren Ereignissen.',
  'This list has no such event. Begin again without "before".':
    'Diese Liste hat kein solches Ereignis. Beginnen Sie noch einmal ohne „before“.',

  'When the exemption ends, log in through the identity provider. If you still cannot by then, tell your administrator in time.':
    'Wenn die Ausnahme endet, melden Sie sich über den Identitätsanbieter an. Wenn das bis dahin nicht geht, sagen Sie es rechtzeitig Ihrem Administrator.',
  'Please log in there once: {link}': 'Bitte melden Sie sich dort einmal an: {link}',
  'If you cannot, tell your administrator, who can take the change back.':
    'Wenn das nicht geht, sagen Sie es Ihrem Administrator, der die Umstellung zurücknehmen kann.',
  'Your organization changes its identity provider': 'Ihre Organisation wechselt den Identitätsanbieter',
  'Your organization took the change of its identity provider back':
    'Ihre Organisation hat den Wechsel des Identitätsanbieters zurückgenommen',
  'from now on you log in to Headgate through "{connection}". Your account, roles and settings stay as they are.':
    'ab jetzt melden Sie sich über „{connection}“ bei Headgate an. Ihr Konto, Ihre Rollen und Ihre Einstellungen bleiben, wie sie sind.',
  'you log in to Headgate through "{connection}" again.': 'Sie melden sich wieder über „{connection}“ bei Headgate an.',
  'Log in with your password here: {link}': 'Melden Sie sich hier mit Ihrem Passwort an: {link}',
  'If you cannot log in, tell your administrator.': 'Wenn Sie sich nicht anmelden können, sagen Sie es Ihrem Administrator.',
  'You are exempt from single sign-on: {organization}': 'Sie sind vom Single Sign-on ausgenommen: {organization}',
  'Your exemption from single sign-on has ended: {organization}': 'Ihre Ausnahme vom Single Sign-on ist beendet: {organization}',
  'if {organization} requires single sign-on, your password no longer lets you in. Log in through the identity provider.':
    'wenn {organization} Single Sign-on verlangt, können Sie sich nicht mehr mit dem Passwort anmelden. Melden Sie sich über den Identitätsanbieter an.',
  'you may log in to Headgate with your password until {until}, although {organization} may require single sign-on.':
    'Sie dürfen sich bis {until} mit Ihrem Passwort bei Headgate anmelden, auch wenn {organization} Single Sign-on verlangt.',
  'The new connection was changed or disabled since the wave began. Roll the wave back, and start another one.':
    'Die neue Verbindung wurde geändert oder deaktiviert, seit die Welle begonnen hat. Nehmen Sie die Welle zurück, und beginnen Sie eine neue.',
} as const;
