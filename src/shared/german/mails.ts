/** Sentences of mails. After the greeting, which ends in a comma, German goes on in small letters. */
export const MAILS = {
  '  … and {count} more': '  … und {count} weitere',
  '"{device}" was made a trusted device on {at}. Logins from it need no second factor, until you revoke it.':
    '„{device}“ ist seit dem {at} ein vertrautes Gerät. Anmeldungen von dort brauchen keinen zweiten Faktor, bis Sie das Vertrauen widerrufen.',
  '"{device}" was made a trusted device on {at}. Logins from it need no second factor, until {until}.':
    '„{device}“ ist seit dem {at} ein vertrautes Gerät. Anmeldungen von dort brauchen bis {until} keinen zweiten Faktor.',
  '- The e-mail address of the account was changed.': '- Die E-Mail-Adresse des Kontos wurde geändert.',
  '- The password was changed. You were signed out everywhere, and your devices are no longer trusted.':
    '- Das Passwort wurde geändert. Sie wurden überall abgemeldet, und Ihren Geräten wird nicht mehr vertraut.',
  'A break-glass account has logged in to Headgate': 'Ein Notfallkonto hat sich bei Headgate angemeldet',
  'A certificate of the connection {connection} expires in {days} days':
    'Ein Zertifikat der Verbindung {connection} läuft in {days} Tagen ab',
  'A certificate of the connection {connection} expires in one day': 'Ein Zertifikat der Verbindung {connection} läuft in einem Tag ab',
  'A check failed: {code}': 'Eine Prüfung ist fehlgeschlagen: {code}',
  'A key for AI clients was created for your Headgate account': 'Für Ihr Headgate-Konto wurde ein Schlüssel für KI-Clients angelegt',
  'A recovery code of your Headgate account was used': 'Ein Wiederherstellungscode Ihres Headgate-Kontos wurde benutzt',
  'A second factor was added to your Headgate account': 'Zu Ihrem Headgate-Konto wurde ein zweiter Faktor hinzugefügt',
  'A second factor was removed from your Headgate account': 'Ein zweiter Faktor Ihres Headgate-Kontos wurde entfernt',
  'A member asks for your approval: {organization}': 'Ein Mitglied bittet um Ihre Genehmigung: {organization}',
  'A system administrator asks for your approval: {organization}': 'Ein Systemadministrator bittet um Ihre Genehmigung: {organization}',
  'A trusted device of your Headgate account may have been copied': 'Ein vertrautes Gerät Ihres Headgate-Kontos wurde vielleicht kopiert',
  'Accept the invitation here: {link}': 'Nehmen Sie die Einladung hier an: {link}',
  'Another organization claims the domain {domain}': 'Eine andere Organisation beansprucht die Domain {domain}',
  'Another organization now has the domain {domain}': 'Die Domain {domain} gehört jetzt einer anderen Organisation',
  'Any owner can approve or refuse it until {until}: open request {id} in the access requests of the organization. Nothing happens without an approval.':
    'Jeder Inhaber kann das bis {until} genehmigen oder ablehnen: Öffnen Sie Anfrage {id} in den Zugriffsanfragen der Organisation. Ohne Genehmigung geschieht nichts.',
  'On {at} a certificate expires that the identity provider of the connection "{connection}" signs logins with. From then on, we refuse logins that are signed with it. If the provider uses no other certificate of the connection, nobody can log in through it.':
    'am {at} läuft ein Zertifikat ab, mit dem der Identitätsanbieter der Verbindung „{connection}“ Anmeldungen signiert. Von da an lehnen wir Anmeldungen ab, die damit signiert sind. Wenn der Anbieter kein anderes Zertifikat der Verbindung benutzt, kann sich niemand mehr darüber anmelden.',
  'Attempts to log in to your Headgate account': 'Anmeldeversuche bei Ihrem Headgate-Konto',
  'Data policies no longer fit the data source "{name}"': 'Datenregeln passen nicht mehr zur Datenquelle „{name}“',
  'During many attempts, log in from a device or network that you have used before. From elsewhere even the right password may be refused for up to an hour.':
    'Melden Sie sich während vieler Versuche von einem Gerät oder Netz an, das Sie schon benutzt haben. Von anderswo kann auch das richtige Passwort bis zu einer Stunde lang abgelehnt werden.',
  'Emergency access of a system administrator to {organization}': 'Notfallzugriff eines Systemadministrators auf {organization}',
  'First set up an authenticator app or a security key in your account. Without one you cannot prove that the account is yours when you come from the identity provider. Then log in there once:':
    'Richten Sie zuerst in Ihrem Konto eine Authenticator-App oder einen Sicherheitsschlüssel ein. Ohne sie können Sie nicht beweisen, dass das Konto Ihnen gehört, wenn Sie vom Identitätsanbieter kommen. Melden Sie sich dann einmal dort an:',
  'Hello {name},': 'Guten Tag {name},',
  'Hello,': 'Guten Tag,',
  'If a program asks for the invitation token, enter this:': 'Wenn ein Programm nach dem Einladungstoken fragt, geben Sie dies ein:',
  'If another organization verifies a domain before that, the domain goes to it.':
    'Wenn eine andere Organisation vorher eine Domain bestätigt, geht die Domain an sie.',
  'If it was you, you need not do anything. If it was not you, the attempt failed. Do not use your password anywhere else, and set up a second factor if you have none. The activity of your account lists every refused attempt.':
    'Wenn Sie es waren, brauchen Sie nichts zu tun. Wenn nicht, ist der Versuch gescheitert. Benutzen Sie Ihr Passwort nirgends sonst, und richten Sie einen zweiten Faktor ein, wenn Sie keinen haben. Unter „Was mit Ihrem Konto geschah“ steht jeder abgelehnte Versuch.',
  'If this was not you, change your password and tell your administrator at once.':
    'Wenn Sie das nicht waren, ändern Sie Ihr Passwort, und sagen Sie es sofort Ihrem Administrator.',
  'If this was not you, revoke the device, change your password and tell your administrator at once.':
    'Wenn Sie das nicht waren, widerrufen Sie das Gerät, ändern Sie Ihr Passwort, und sagen Sie es sofort Ihrem Administrator.',
  'If this was not you, revoke the key, change your password and tell your administrator at once.':
    'Wenn Sie das nicht waren, widerrufen Sie den Schlüssel, ändern Sie Ihr Passwort, und sagen Sie es sofort Ihrem Administrator.',
  'If this was not you, tell your administrator at once.': 'Wenn Sie das nicht waren, sagen Sie es sofort Ihrem Administrator.',
  'If you did not restore a browser profile or a backup, change your password and tell your administrator at once.':
    'Wenn Sie kein Browserprofil und keine Sicherung wiederhergestellt haben, ändern Sie Ihr Passwort, und sagen Sie es sofort Ihrem Administrator.',
  'If you do not know what the token is for, revoke it there.': 'Wenn Sie nicht wissen, wofür das Token ist, widerrufen Sie es dort.',
  'If you do not know why, disable the account at once, and look at the audit trail.':
    'Wenn Sie nicht wissen, warum, sperren Sie das Konto sofort, und sehen Sie im Protokoll nach.',
  'If you trust the directory with this, open the page Provisioning of your organization and approve token {id} up to "administrator" or "owner". Everybody who knows the token can then do as much as you approve.':
    'Wenn Sie das dem Verzeichnis zutrauen, öffnen Sie die Seite „Bereitstellung“ Ihrer Organisation, und genehmigen Sie Token {id} bis „Administrator“ oder „Inhaber“. Wer das Token kennt, kann dann alles tun, was Sie genehmigen.',
  'If you want to give it up, release it in the settings of single sign-on. If not, find out who can change your DNS.':
    'Wenn Sie die Domain aufgeben wollen, geben Sie sie in den Einstellungen des Single Sign-on frei. Wenn nicht, finden Sie heraus, wer Ihr DNS ändern kann.',
  'Invitation to {organization} on Headgate': 'Einladung zu {organization} auf Headgate',
  'The access is in force from now until {until} and needed no approval. Any owner can end it at once: open request {id} in the access requests of the organization. If you do not know of an emergency, end it and ask the system administrator.':
    'Der Zugriff gilt ab jetzt bis {until} und brauchte keine Genehmigung. Jeder Inhaber kann ihn sofort beenden: Öffnen Sie Anfrage {id} in den Zugriffsanfragen der Organisation. Wenn Sie von keinem Notfall wissen, beenden Sie den Zugriff, und fragen Sie den Systemadministrator.',
  'It was the last one. Now only your password protects the account.': 'Es war der letzte. Jetzt schützt nur noch Ihr Passwort das Konto.',
  'The invitation works once, until {until}, and only for this e-mail address. A newer invitation replaces it. If you did not expect this, ignore this mail and nothing will happen.':
    'Die Einladung gilt einmal, bis {until}, nur für diese E-Mail-Adresse. Eine neuere Einladung ersetzt sie. Wenn Sie das nicht erwartet haben, beachten Sie diese Mail nicht, und es geschieht nichts.',
  'The members of the wave log in as before until an administrator resumes the wave. Why it was paused:':
    'die Mitglieder der Welle melden sich wie bisher an, bis ein Administrator sie fortsetzt. Warum sie pausiert wurde:',
  'Make a new certificate at the provider, and add it to the connection before you switch over. Both work until the old one expires.':
    'Erzeugen Sie beim Anbieter ein neues Zertifikat, und fügen Sie es der Verbindung hinzu, bevor Sie umstellen. Beide gelten, bis das alte abläuft.',
  'More attempts may follow. You get at most one mail like this a day.':
    'Weitere Versuche können folgen. Sie bekommen höchstens eine solche Mail am Tag.',
  'Now roles alone decide. Data policies still hide data. Correct the policies that locked you out, then activate them again. If you do not know the reason, ask the operator of the installation.':
    'Jetzt entscheiden allein die Rollen. Datenregeln verbergen weiter Daten. Berichtigen Sie die Regeln, die Sie ausgesperrt haben, und aktivieren Sie sie wieder. Wenn Sie den Grund nicht kennen, fragen Sie den Betreiber der Installation.',
  'People who already log in through your identity provider are not affected. Members who have not used it yet must prove with their password that the account is theirs; those without a password first choose one, by "Forgotten your password?" where they sign in. New people with addresses of these domains cannot join until the record is back. We check it every day, and whenever you ask.':
    'Wer sich schon über Ihren Identitätsanbieter anmeldet, ist nicht betroffen. Mitglieder, die ihn noch nicht benutzt haben, müssen mit ihrem Passwort beweisen, dass das Konto ihnen gehört; wer keines hat, wählt zuerst eines, über „Passwort vergessen?“ auf der Anmeldeseite. Neue Personen mit Adressen dieser Domains können erst beitreten, wenn der Eintrag wieder da ist. Wir prüfen ihn jeden Tag und immer, wenn Sie es verlangen.',
  'People who already log in through your identity provider are not affected. Members with an address of the domain who have not used it yet must prove with their password that the account is theirs; those without a password first choose one, by "Forgotten your password?" where they sign in. If they no longer get mail there, give them another address, or lift the requirement of single sign-on for them. If the domain is yours, put your record back into the DNS and ask the operator of this installation.':
    'Wer sich schon über Ihren Identitätsanbieter anmeldet, ist nicht betroffen. Mitglieder mit einer Adresse der Domain, die ihn noch nicht benutzt haben, müssen mit ihrem Passwort beweisen, dass das Konto ihnen gehört; wer keines hat, wählt zuerst eines, über „Passwort vergessen?“ auf der Anmeldeseite. Wenn sie dort keine Mails mehr bekommen, geben Sie ihnen eine andere Adresse, oder heben Sie die Pflicht zu Single Sign-on für sie auf. Wenn die Domain Ihnen gehört, setzen Sie Ihren Eintrag wieder in das DNS, und fragen Sie den Betreiber dieser Installation.',
  'Please log in there once, before that if you can. You may have to prove with your password and your second factor that the account is yours:':
    'Bitte melden Sie sich einmal dort an, möglichst schon vorher. Vielleicht müssen Sie mit Ihrem Passwort und Ihrem zweiten Faktor beweisen, dass das Konto Ihnen gehört:',
  'Policies name the group "{name}", which is deleted': 'Regeln nennen die gelöschte Gruppe „{name}“',
  'Policies name the role "{name}", which is deleted': 'Regeln nennen die gelöschte Rolle „{name}“',
  'Reason given: {reason}': 'Angegebener Grund: {reason}',
  'Reminder: single sign-on is required from {at}': 'Erinnerung: Single Sign-on ist ab dem {at} Pflicht',
  'Reset your Headgate password': 'Setzen Sie Ihr Headgate-Passwort zurück',
  'Single sign-on is no longer required in the organization, so every way to log in is open again.':
    'Single Sign-on ist in der Organisation keine Pflicht mehr. Deshalb ist jeder Weg der Anmeldung wieder offen.',
  'Some rules of active data policies no longer fit the schema:': 'einige Teile aktiver Datenregeln passen nicht mehr zum Schema:',
  'Somebody who can change the DNS of {domain} asked to use the domain for single sign-on of another organization here. Your organization keeps the domain while your own record is in the DNS.':
    'jemand, der das DNS von {domain} ändern kann, will die Domain für das Single Sign-on einer anderen Organisation hier benutzen. Ihre Organisation behält die Domain, solange Ihr eigener Eintrag im DNS steht.',
  'The DNS no longer has the record that proves that your organization owns these domains:':
    'im DNS fehlt der Eintrag, der beweist, dass Ihrer Organisation diese Domains gehören:',
  'The DNS no longer shows that some domains are yours': 'Das DNS zeigt nicht mehr, dass einige Domains Ihnen gehören',
  'The DNS no longer shows that the domain {domain} is yours': 'Das DNS zeigt nicht mehr, dass die Domain {domain} Ihnen gehört',
  'The DNS no longer shows that {domain} is yours, but that it belongs to another organization here. So that one has it now.':
    'das DNS zeigt nicht mehr, dass {domain} Ihnen gehört, sondern dass die Domain einer anderen Organisation hier gehört. Deshalb hat diese sie jetzt.',
  'The access policies of {organization} are disabled': 'Die Zugriffsregeln von {organization} sind abgeschaltet',
  'The group "{name}" was deleted, and these policies name it:': 'die Gruppe „{name}“ wurde gelöscht, und diese Regeln nennen sie:',
  'The identity provider logged in a person whose identity belongs to another account.':
    'Der Identitätsanbieter hat eine Person angemeldet, deren Identität zu einem anderen Konto gehört.',
  'The link works once, until {until}. If it has expired, ask your administrator for a new one.':
    'Der Link gilt einmal, bis {until}. Wenn er abgelaufen ist, bitten Sie Ihren Administrator um einen neuen.',
  'The link works once, until {until}. If this was not you, ignore this mail. Your password does not change.':
    'Der Link gilt einmal, bis {until}. Wenn Sie das nicht waren, beachten Sie diese Mail nicht. Ihr Passwort bleibt, wie es ist.',
  'The link works once, until {until}. If you have no Headgate account, ignore this mail.':
    'Der Link gilt einmal, bis {until}. Wenn Sie kein Headgate-Konto haben, beachten Sie diese Mail nicht.',
  'The operator of the installation has disabled all active access policies of the organization, on the command line:':
    'der Betreiber der Installation hat auf der Kommandozeile alle aktiven Zugriffsregeln der Organisation abgeschaltet:',
  'The operator of the installation has made a person an owner of the organization, on the command line. The list of members shows who it is. If you do not know why, ask the operator of the installation.':
    'der Betreiber der Installation hat auf der Kommandozeile eine Person zum Inhaber der Organisation gemacht. In der Liste der Mitglieder sehen Sie, wer es ist. Wenn Sie nicht wissen, warum, fragen Sie den Betreiber der Installation.',
  'The provisioning log of the organization shows what was refused.':
    'Das Bereitstellungsprotokoll der Organisation zeigt, was abgelehnt wurde.',
  'The provisioning token "{name}" needs the approval of an owner':
    'Das Bereitstellungstoken „{name}“ braucht die Genehmigung eines Inhabers',
  'The role "{name}" was deleted, and these policies name it:': 'die Rolle „{name}“ wurde gelöscht, und diese Regeln nennen sie:',
  'The second factors of your Headgate account were removed': 'Die zweiten Faktoren Ihres Headgate-Kontos wurden entfernt',
  'The member {by} asks {what}.': 'das Mitglied {by} bittet darum, {what}.',
  'The system administrator {by} asks {what}.': 'der Systemadministrator {by} bittet darum, {what}.',
  'The system administrator {by} has used the emergency procedure {what}.':
    'der Systemadministrator {by} hat das Notfallverfahren benutzt, um {what}.',
  'The wave {name} of your move to single sign-on was paused': 'Die Welle {name} Ihrer Umstellung auf Single Sign-on wurde pausiert',
  'Their texts now say "(deleted)" after its name. Nobody has it any more. A new role with this name does not count as the old one. Open the policies and change whom they are for.':
    'In ihren Texten steht jetzt „(deleted)“ hinter dem Namen. Niemand hat die Rolle noch. Eine neue Rolle mit diesem Namen gilt nicht als die alte. Öffnen Sie die Regeln, und ändern Sie, für wen sie gelten.',
  'Their texts now say "(deleted)" after its name. What they forbid or hide still applies to the people who were in the group. What they allowed the group is no longer allowed. A new group with this name does not count as the old one. Open the policies and change whom they are for.':
    'In ihren Texten steht jetzt „(deleted)“ hinter dem Namen. Was sie verbieten oder verbergen, gilt weiter für die Personen, die in der Gruppe waren. Was sie der Gruppe erlaubt haben, ist nicht mehr erlaubt. Eine neue Gruppe mit diesem Namen gilt nicht als die alte. Öffnen Sie die Regeln, und ändern Sie, für wen sie gelten.',
  'To make the account yours alone, reset the password by mail. After that, no directory can change it. If you did not expect this, tell the administrator of your organization.':
    'Damit das Konto Ihnen allein gehört, setzen Sie das Passwort per Mail zurück. Danach kann kein Verzeichnis es mehr ändern. Wenn Sie das nicht erwartet haben, sagen Sie es dem Administrator Ihrer Organisation.',
  'The language or time zone of your Headgate mails was changed': 'Sprache oder Zeitzone Ihrer Headgate-Mails wurde geändert',
  'Too many of its members were refused.': 'Zu viele ihrer Mitglieder wurden abgelehnt.',
  'Until you correct these rules, their tables are hidden from everyone the policies apply to. On MySQL, MariaDB, SQLite and DuckDB new tables are hidden from them too, until an owner has reviewed them.':
    'Bis Sie das berichtigen, bleiben die Tabellen für alle verborgen, für die diese Datenregeln gelten. Bei MySQL, MariaDB, SQLite und DuckDB bleiben ihnen auch neue Tabellen verborgen, bis ein Inhaber sie geprüft hat.',
  'Verify your e-mail address for Headgate': 'Bestätigen Sie Ihre E-Mail-Adresse für Headgate',
  'Wrong codes were entered for your Headgate account': 'Für Ihr Headgate-Konto wurden falsche Codes eingegeben',
  'From {at}, you log in through the identity provider of your organization. Your password will no longer work.':
    'ab dem {at} melden Sie sich über den Identitätsanbieter Ihrer Organisation an. Ihr Passwort gilt dann nicht mehr.',
  'You log in through the identity provider of your organization now. Your password will no longer work.':
    'Sie melden sich jetzt über den Identitätsanbieter Ihrer Organisation an. Ihr Passwort gilt nicht mehr.',
  'You were signed out of Headgate everywhere': 'Sie wurden überall von Headgate abgemeldet',
  'Your Headgate account': 'Ihr Headgate-Konto',
  'Your Headgate account trusts a new device': 'Ihr Headgate-Konto vertraut einem neuen Gerät',
  'Your Headgate password was changed': 'Ihr Headgate-Passwort wurde geändert',
  'Your Headgate password was entered, but not changed': 'Ihr Headgate-Passwort wurde eingegeben, aber nicht geändert',
  'on {at}, somebody signed in to your account entered your password to change it. The new password did not meet the rules, so your password was not changed.':
    'am {at} hat jemand in Ihrem Konto Ihr Passwort eingegeben, um es zu ändern. Das neue Passwort entsprach nicht den Regeln, deshalb gilt Ihr Passwort weiter.',
  'Your Headgate password was reset': 'Ihr Headgate-Passwort wurde zurückgesetzt',
  'Your Headgate recovery codes were replaced': 'Ihre Headgate-Wiederherstellungscodes wurden ersetzt',
  'Your directory asked for something that the people behind its provisioning token "{name}" may not do, or no longer may. We refuse such requests: the token cannot give more, or change more logins, than these people could by hand. It still suspends and removes people whom the directory created, as far as an owner approved.':
    'Ihr Verzeichnis hat etwas verlangt, das die Personen hinter seinem Bereitstellungstoken „{name}“ nicht oder nicht mehr dürfen. Wir lehnen das ab: Das Token kann nicht mehr vergeben und nicht mehr Anmeldungen ändern, als diese Personen es von Hand könnten. Personen, die das Verzeichnis angelegt hat, setzt es weiter aus und entfernt sie, soweit ein Inhaber es genehmigt hat.',
  'Your organization changed your Headgate account': 'Ihre Organisation hat Ihr Headgate-Konto geändert',
  'Your organization moves to single sign-on': 'Ihre Organisation stellt auf Single Sign-on um',
  'Your organization now requires single sign-on': 'Ihre Organisation verlangt jetzt Single Sign-on',
  'a recovery code was used instead of your second factor on {at}. Each code works once. Codes left: {left}.':
    'am {at} wurde ein Wiederherstellungscode statt Ihres zweiten Faktors benutzt. Jeder Code gilt einmal. Übrige Codes: {left}.',
  'an administrator created a Headgate account for you. To choose your password, open this link:':
    'ein Administrator hat ein Headgate-Konto für Sie angelegt. Um Ihr Passwort zu wählen, öffnen Sie diesen Link:',
  'an administrator of {organization} signed you out everywhere on {at}. Nothing else in your account changed. You can log in as before. If you do not know why, ask them. If somebody else may know your password, change it.':
    'ein Administrator von {organization} hat Sie am {at} überall abgemeldet. Sonst hat sich an Ihrem Konto nichts geändert. Sie können sich anmelden wie bisher. Wenn Sie nicht wissen, warum, fragen Sie dort nach. Wenn jemand anderes Ihr Passwort kennen könnte, ändern Sie es.',
  'an administrator removed all second factors of your account on {at}. You were signed out everywhere. Only your password protects the account until you set up a new factor.':
    'ein Administrator hat am {at} alle zweiten Faktoren Ihres Kontos entfernt. Sie wurden überall abgemeldet. Bis Sie einen neuen Faktor einrichten, schützt nur Ihr Passwort das Konto.',
  'on {at} a link that we mailed to you was used to set a new password for your account. You were signed out everywhere, and your devices are no longer trusted.':
    'am {at} wurde mit einem Link, den wir Ihnen geschickt haben, ein neues Passwort für Ihr Konto gesetzt. Sie wurden überall abgemeldet, und Ihren Geräten wird nicht mehr vertraut.',
  'on {at} a login to your account from {ip} was refused, because the password was wrong or too many wrong ones came before.':
    'am {at} wurde eine Anmeldung bei Ihrem Konto von {ip} abgelehnt, weil das Passwort falsch war oder zu viele falsche vorausgegangen waren.',
  'on {at} a login to your account was refused, because the password was wrong or too many wrong ones came before.':
    'am {at} wurde eine Anmeldung bei Ihrem Konto abgelehnt, weil das Passwort falsch war oder zu viele falsche vorausgegangen waren.',
  'on {at} an old token of "{device}" was used. It may have been copied. The device is no longer trusted, and we ended every session that was opened on it.':
    'am {at} wurde ein altes Token von „{device}“ benutzt. Es wurde vielleicht kopiert. Dem Gerät wird nicht mehr vertraut, und jede Sitzung, die darauf eröffnet wurde, haben wir beendet.',
  'authenticator app': 'Authenticator-App',
  'new recovery codes were made for your account on {at}. The old ones no longer work. Your other sessions were ended, and your devices are no longer trusted.':
    'am {at} wurden neue Wiederherstellungscodes für Ihr Konto erzeugt. Die alten gelten nicht mehr. Ihre anderen Sitzungen wurden beendet, und Ihren Geräten wird nicht mehr vertraut.',
  'passkey or security key': 'Passkey oder Sicherheitsschlüssel',
  'somebody who knows your password entered five wrong codes, the last one on {at}. The login was ended. If it was not you, change your password: only the second factor keeps them out now.':
    'jemand, der Ihr Passwort kennt, hat fünf falsche Codes eingegeben, den letzten am {at}. Die Anmeldung wurde beendet. Wenn Sie es nicht waren, ändern Sie Ihr Passwort: Jetzt hält nur noch der zweite Faktor ihn fern.',
  'the break-glass account "{name}" logged in on {at} with its password, around the single sign-on that your organization requires. The session ends after one hour.':
    'das Notfallkonto „{name}“ hat sich am {at} mit seinem Passwort angemeldet, vorbei am Single Sign-on, das Ihre Organisation verlangt. Die Sitzung endet nach einer Stunde.',
  'the directory of your organization changed your account on {at}:': 'das Verzeichnis Ihrer Organisation hat am {at} Ihr Konto geändert:',
  'the key "{name}" was created for your account on {at}. Until {until} a program with this key can read data in your name, even when you are signed out.':
    'der Schlüssel „{name}“ wurde am {at} für Ihr Konto angelegt. Bis {until} kann ein Programm mit diesem Schlüssel Daten in Ihrem Namen lesen, auch wenn Sie abgemeldet sind.',
  'the language or the time zone of your mails was changed on {at}. The next mails follow the change.':
    'am {at} wurde die Sprache oder die Zeitzone Ihrer Mails geändert. Die nächsten Mails richten sich danach.',
  'the password of your account was changed on {at}. All other sessions were ended.':
    'das Passwort Ihres Kontos wurde am {at} geändert. Alle anderen Sitzungen wurden beendet.',
  'the {kind} "{name}" was added to your account on {at}. Your other sessions were ended, and your devices are no longer trusted.':
    'am {at} wurde Ihrem Konto ein Faktor hinzugefügt ({kind} „{name}“). Ihre anderen Sitzungen wurden beendet, und Ihren Geräten wird nicht mehr vertraut.',
  'the {kind} "{name}" was removed from your account on {at}. Your other sessions were ended, and your devices are no longer trusted.':
    'am {at} wurde ein Faktor aus Ihrem Konto entfernt ({kind} „{name}“). Ihre anderen Sitzungen wurden beendet, und Ihren Geräten wird nicht mehr vertraut.',
  'to activate a data policy, which hides data': 'eine Datenregel zu aktivieren, die Daten verbirgt',
  'to activate an access policy': 'eine Zugriffsregel zu aktivieren',
  'to allow members to use keys for AI clients': 'Mitgliedern Schlüssel für KI-Clients zu erlauben',
  'to change a tag of a column, on which data policies depend': 'einen Tag einer Spalte zu ändern, nach dem sich Datenregeln richten',
  'to change an active data policy': 'eine aktive Datenregel zu ändern',
  'to change the attributes of a member, on which policies depend':
    'die Attribute eines Mitglieds zu ändern, nach denen sich Regeln richten',
  'to change the labels of a workspace, on which policies depend':
    'die Labels eines Arbeitsbereichs zu ändern, nach denen sich Regeln richten',
  'to confirm that this e-mail address is yours, open this link:':
    'um zu bestätigen, dass diese E-Mail-Adresse Ihnen gehört, öffnen Sie diesen Link:',
  'to create a workspace with labels, on which policies depend':
    'einen Arbeitsbereich mit Labels anzulegen, nach denen sich Regeln richten',
  'to disable a data policy, so that what it hides is shown': 'eine Datenregel abzuschalten, sodass gezeigt wird, was sie verbirgt',
  'to disable an access policy, so that what it refuses may be allowed':
    'eine Zugriffsregel abzuschalten, sodass erlaubt sein kann, was sie ablehnt',
  'to give a person a role in the organization': 'einer Person eine Rolle in der Organisation zu geben',
  'to let all organizations of the installation read and use one of your prompt templates':
    'alle Organisationen der Installation eine Ihrer Prompt-Vorlagen lesen und benutzen zu lassen',
  'to let people log in through an identity provider': 'Personen die Anmeldung über einen Identitätsanbieter zu erlauben',
  'to loosen settings about who gets in': 'Einstellungen zu lockern, die bestimmen, wer hereinkommt',
  'to mark columns as reviewed, which may show them': 'Spalten als durchgesehen zu markieren, was sie zeigen kann',
  'to remove the second factors of a member': 'die zweiten Faktoren eines Mitglieds zu entfernen',
  'to see and change the data of the organization for an hour': 'die Daten der Organisation eine Stunde lang zu sehen und zu ändern',
  'we received a request to reset the password of your account. To choose a new password, open this link:':
    'wir wurden gebeten, das Passwort Ihres Kontos zurückzusetzen. Um ein neues Passwort zu wählen, öffnen Sie diesen Link:',
  '{inviter} invites you to join "{organization}" on Headgate: workspace "{workspace}", role "{role}".':
    '{inviter} lädt Sie ein, „{organization}“ auf Headgate beizutreten: Arbeitsbereich „{workspace}“, Rolle „{role}“.',
  '{organization} has a new owner': '{organization} hat einen neuen Inhaber',
  '  {label}:': '  {label}:',
  '  {label}: {value}': '  {label}: {value}',
  '  {label}: none': '  {label}: keine',
  policy: 'Regel',
  'data policy': 'Datenregel',
  version: 'Version',
  effect: 'Wirkung',
  workspace: 'Arbeitsbereich',
  labels: 'Labels',
  'in place of': 'bisher',
  member: 'Mitglied',
  attributes: 'Attribute',
  'data source': 'Datenquelle',
  schema: 'Schema',
  relation: 'Tabelle',
  column: 'Spalte',
  columns: 'Spalten',
  tag: 'Tag',
  state: 'Zustand',
  template: 'Vorlage',
  settings: 'Einstellungen',
  name: 'neuer Name',
  description: 'neue Beschreibung',
  'applies when': 'für wen',
  rules: 'neue Regeln',
  email: 'E-Mail',
  permissions: 'Berechtigungen',
  'The webhook {name} is paused': 'Der Webhook {name} ist angehalten',
  'the receiver of the webhook "{name}" answered that it is gone (410), so we have paused it.':
    'der Empfänger des Webhooks „{name}“ hat geantwortet, dass es ihn nicht mehr gibt (410). Wir haben den Webhook deshalb angehalten.',
  'the receiver of the webhook "{name}" has not taken an event in about three days, so we have paused it.':
    'der Empfänger des Webhooks „{name}“ hat seit etwa drei Tagen kein Ereignis angenommen. Wir haben den Webhook deshalb angehalten.',
  'Events wait in the audit trail. Open "Webhooks" in your organization: the log shows the answers. Repair the receiver or enter its new address, then resume the webhook. The events follow in order.':
    'Die Ereignisse warten im Protokoll. Öffnen Sie „Webhooks“ in Ihrer Organisation: Das Sendeprotokoll zeigt die Antworten. Reparieren Sie den Empfänger, oder tragen Sie seine neue Adresse ein, und setzen Sie den Webhook fort. Die Ereignisse folgen dann der Reihe nach.',
} as const;
