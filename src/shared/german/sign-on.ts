/** Sentences about single sign-on and what it requires of people. */
export const SIGN_ON = {
  'A certificate cannot be read.': 'Ein Zertifikat ist nicht lesbar.',
  'A connection can have at most {most} keys. Delete one that the provider no longer needs.':
    'Eine Verbindung kann höchstens {most} Schlüssel haben. Löschen Sie einen, den der Anbieter nicht mehr braucht.',
  'An organization can claim at most {most} domains. Release one first.':
    'Eine Organisation kann höchstens {most} Domains beanspruchen. Geben Sie zuerst eine frei.',
  'An organization can have at most {most} connections. Delete one first.':
    'Eine Organisation kann höchstens {most} Verbindungen haben. Löschen Sie zuerst eine.',
  'The connection signs with this key. Sign with another one first.':
    'Mit diesem Schlüssel signiert die Verbindung. Signieren Sie zuerst mit einem anderen.',
  'Another organization has verified this domain. Its administrators got a mail; ask them to release it.':
    'Eine andere Organisation hat diese Domain nachgewiesen. Ihre Administration hat eine Mail erhalten; bitten Sie sie, die Domain freizugeben.',
  'Cannot be changed while the connection is active.': 'Lässt sich nicht ändern, solange die Verbindung aktiv ist.',
  'Enter your second factor too.': 'Geben Sie auch Ihren zweiten Faktor ein.',
  'Every certificate of the connection has expired. Add a valid one, and test it again.':
    'Alle Zertifikate der Verbindung sind abgelaufen. Fügen Sie ein gültiges hinzu, und testen Sie noch einmal.',
  'Include the scope "openid".': 'Nehmen Sie den Scope „openid“ auf.',
  'Is required for this client_authentication.': 'Ist für diese client_authentication nötig.',
  'Is required for this type of connection.': 'Ist für diese Art von Verbindung nötig.',
  'Must be a domain such as corp.example.': 'Muss eine Domain sein, wie corp.example.',
  'Nobody can log in through this connection at the moment. Ask your administrator.':
    'Über diese Verbindung kann sich zurzeit niemand anmelden. Fragen Sie Ihre Administration.',
  'The provider takes only signed requests (WantAuthnRequestsSigned). Send true, or leave it out.':
    'Der Anbieter nimmt nur signierte Anfragen an (WantAuthnRequestsSigned). Senden Sie true, oder lassen Sie es weg.',
  'Send a challenge of the method S256.': 'Senden Sie eine Challenge der Methode S256.',
  'Send a domain of your own: anyone can have an address of this mail service.':
    'Senden Sie eine eigene Domain: Eine Adresse bei diesem Maildienst kann jeder haben.',
  'Send a domain of your own: others can register domains below this one.':
    'Senden Sie eine eigene Domain: Unter dieser können andere Domains registrieren.',
  'Send an address such as https://login.example/app, without a name and password.':
    'Senden Sie eine Adresse wie https://login.example/app, ohne Namen und Passwort.',
  'Send an address that begins with https.': 'Senden Sie eine Adresse, die mit https beginnt.',
  'Send an issuer without a query, a fragment or a placeholder.': 'Senden Sie einen Issuer ohne Query, Fragment und Platzhalter.',
  'Send at least one certificate.': 'Senden Sie mindestens ein Zertifikat.',
  'Send each certificate only once.': 'Senden Sie jedes Zertifikat nur einmal.',
  'Send the secret again when you change where it is sent.':
    'Senden Sie das Geheimnis noch einmal mit, wenn Sie ändern, wohin es gesendet wird.',
  'Somebody else has changed it. Read it again, then repeat your change.':
    'Das hat inzwischen jemand anderes geändert. Lesen Sie es noch einmal und wiederholen Sie Ihre Änderung.',
  'Test the connection first, and log in through it.': 'Testen Sie zuerst die Verbindung, und melden Sie sich über sie an.',
  'The TXT records at this name do not have the required value. Set the record that you were given.':
    'Die TXT-Einträge unter diesem Namen haben nicht den verlangten Wert. Setzen Sie den Eintrag, den Sie erhalten haben.',
  'The account is linked to another person at the identity provider. Ask your administrator.':
    'Das Konto ist beim Identitätsanbieter mit einer anderen Person verknüpft. Fragen Sie Ihre Administration.',
  'To your identity provider': 'Zu Ihrem Identitätsanbieter',
  'Your browser takes you there. If nothing happens, choose "Continue".':
    'Ihr Browser führt Sie dorthin. Wenn nichts geschieht, wählen Sie „Weiter“.',
  Continue: 'Weiter',
  'The metadata of the provider offers no address for this binding. Leave it out, or choose the other one.':
    'Die Metadaten des Anbieters nennen keine Adresse für dieses Binding. Lassen Sie es weg, oder wählen Sie das andere.',
  'The answer comes from another identity provider.': 'Die Antwort kommt von einem anderen Identitätsanbieter.',
  'The answer of the identity provider belongs to another login.': 'Die Antwort des Identitätsanbieters gehört zu einer anderen Anmeldung.',
  'The answer of the identity provider cannot be decrypted. Ask your administrator.':
    'Die Antwort des Identitätsanbieters lässt sich nicht entschlüsseln. Fragen Sie Ihre Administration.',
  'The answer of the identity provider cannot be read.': 'Die Antwort des Identitätsanbieters ist nicht lesbar.',
  'The answer of the identity provider is meant for another service.':
    'Die Antwort des Identitätsanbieters ist für einen anderen Dienst bestimmt.',
  'The answer of the identity provider is not signed as required.': 'Die Antwort des Identitätsanbieters ist nicht wie verlangt signiert.',
  'The answer of the identity provider is too old, or its clock is wrong.':
    'Die Antwort des Identitätsanbieters ist zu alt, oder seine Uhr geht falsch.',
  'The answer of the identity provider was made for another address.':
    'Die Antwort des Identitätsanbieters wurde für eine andere Adresse ausgestellt.',
  'The answer of the identity provider was not accepted.': 'Die Antwort des Identitätsanbieters wurde nicht angenommen.',
  'The answer of the identity provider was sent for another address.':
    'Die Antwort des Identitätsanbieters wurde an eine andere Adresse gerichtet.',
  'The code is wrong, used or too old. Log in again.': 'Der Code ist falsch, verbraucht oder zu alt. Melden Sie sich noch einmal an.',
  'The code is wrong, used or too old. Start the sign-on again.':
    'Der Code ist falsch, verbraucht oder zu alt. Beginnen Sie die Anmeldung noch einmal.',
  'The connection has just been changed. Log in again.': 'Die Verbindung wurde gerade geändert. Melden Sie sich noch einmal an.',
  'The connection has no configuration yet. Enter the data of the provider.':
    'Die Verbindung ist noch nicht eingerichtet. Geben Sie die Daten des Anbieters ein.',
  'The connection is active. Disable it first.': 'Die Verbindung ist aktiv. Deaktivieren Sie sie zuerst.',
  'The connection is active. To change what it trusts, disable it first, then test and activate it again.':
    'Die Verbindung ist aktiv. Um zu ändern, wem sie vertraut, deaktivieren Sie sie zuerst; testen und aktivieren Sie sie dann noch einmal.',
  'The connection to the identity provider is not set up correctly.':
    'Die Verbindung zum Identitätsanbieter ist nicht richtig eingerichtet.',
  'The connection was changed since it was tested. Test it again.':
    'Die Verbindung wurde seit ihrem Test geändert. Testen Sie sie noch einmal.',
  'The identity provider answered in another protocol.': 'Der Identitätsanbieter hat in einem anderen Protokoll geantwortet.',
  'The identity provider cannot be reached right now.': 'Der Identitätsanbieter ist gerade nicht erreichbar.',
  'The identity provider could not be reached.': 'Der Identitätsanbieter war nicht erreichbar.',
  'The identity provider did not have you log in again, which this step needs. Log out there, then try again.':
    'Der Identitätsanbieter hat keine neue Anmeldung von Ihnen verlangt. Dieser Schritt braucht eine: Melden Sie sich dort ab, und versuchen Sie es dann noch einmal.',
  'The identity provider did not log you in.': 'Der Identitätsanbieter hat Sie nicht angemeldet.',
  'The identity provider did not send one e-mail address of yours. Ask your administrator.':
    'Der Identitätsanbieter hat nicht genau eine E-Mail-Adresse von Ihnen gesendet. Fragen Sie Ihre Administration.',
  'The identity provider does not answer the request of this service. Ask your administrator.':
    'Der Identitätsanbieter antwortet nicht auf die Anfrage dieses Dienstes. Fragen Sie Ihre Administration.',
  'The identity provider does not say when you logged in. Log out and in again.':
    'Der Identitätsanbieter sagt nicht, wann Sie sich angemeldet haben. Melden Sie sich ab und noch einmal an.',
  'The identity provider does not vouch for your e-mail address. Log in there with the account of your organization, or ask your administrator.':
    'Der Identitätsanbieter bürgt nicht für Ihre E-Mail-Adresse. Melden Sie sich dort mit dem Konto Ihrer Organisation an, oder fragen Sie Ihre Administration.',
  'The identity provider knows you by another e-mail address than your account has. Ask your administrator.':
    'Der Identitätsanbieter kennt Sie unter einer anderen E-Mail-Adresse, als Ihr Konto hat. Fragen Sie Ihre Administration.',
  'The identity provider signs or encrypts in a way that is not accepted here. Ask your administrator.':
    'Der Identitätsanbieter signiert oder verschlüsselt auf eine Weise, die hier nicht angenommen wird. Fragen Sie Ihre Administration.',
  'The login did not succeed.': 'Die Anmeldung ist nicht gelungen.',
  'The login through the identity provider failed. Try again.':
    'Die Anmeldung über den Identitätsanbieter ist fehlgeschlagen. Versuchen Sie es noch einmal.',
  'The metadata belongs to another provider.': 'Die Metadaten gehören zu einem anderen Anbieter.',
  'The name servers of the domain did not answer. Try again later.':
    'Die Nameserver der Domain haben nicht geantwortet. Versuchen Sie es später noch einmal.',
  'The organization already has a connection with this name. Choose another name.':
    'Die Organisation hat schon eine Verbindung mit diesem Namen. Wählen Sie einen anderen Namen.',
  'The organization has already claimed this domain.': 'Die Organisation hat diese Domain schon beansprucht.',
  'The organization has no such connection.': 'Die Organisation hat keine solche Verbindung.',
  'The organization requires single sign-on, and members with addresses in this domain are not linked yet ({unlinked}). Ask them to log in through the provider once, or lift the requirement first.':
    'Die Organisation verlangt Single Sign-on, und Mitglieder mit Adressen in dieser Domain sind noch nicht verknüpft ({unlinked}). Bitten Sie sie, sich einmal über den Anbieter anzumelden, oder heben Sie zuerst die Pflicht auf.',
  'The organization requires single sign-on, and no other active connection lets people in. Activate another one, or lift the requirement first.':
    'Die Organisation verlangt Single Sign-on, und keine andere aktive Verbindung lässt Personen ein. Aktivieren Sie eine andere, oder heben Sie zuerst die Pflicht auf.',
  'The organization requires single sign-on, and this is its only verified domain. Verify another domain, or lift the requirement first.':
    'Die Organisation verlangt Single Sign-on, und das ist ihre einzige nachgewiesene Domain. Weisen Sie eine andere nach, oder heben Sie zuerst die Pflicht auf.',
  'The password or the code is wrong, or the link has expired. Try again.':
    'Das Passwort oder der Code ist falsch, oder der Link ist abgelaufen. Versuchen Sie es noch einmal.',
  'The person who began the test no longer has an account. Start another test.':
    'Die Person, die den Test begonnen hat, hat kein Konto mehr. Starten Sie einen neuen Test.',
  'The person who tested the connection is gone. Test the connection again.':
    'Die Person, die die Verbindung getestet hat, gibt es nicht mehr. Testen Sie die Verbindung noch einmal.',
  'The person who tested the connection may no longer manage it. Test the connection again.':
    'Die Person, die die Verbindung getestet hat, darf sie nicht mehr verwalten. Testen Sie die Verbindung noch einmal.',
  'The request is not a valid logout of the identity provider.': 'Die Anfrage ist keine gültige Abmeldung des Identitätsanbieters.',
  'The test has ended, or the connection was changed. Start another test.':
    'Der Test ist beendet, oder die Verbindung wurde geändert. Starten Sie einen neuen Test.',
  'The test is older than {hours} hours. Test the connection again.':
    'Der Test ist älter als {hours} Stunden. Testen Sie die Verbindung noch einmal.',
  'There is no account for you here. Ask your administrator for one.':
    'Hier gibt es kein Konto für Sie. Bitten Sie Ihre Administration um eines.',
  'This account cannot use single sign-on. Log in with your password.':
    'Dieses Konto kann Single Sign-on nicht benutzen. Melden Sie sich mit Ihrem Passwort an.',
  'This answer of the identity provider was already used. Log in again.':
    'Diese Antwort des Identitätsanbieters ist schon verbraucht. Melden Sie sich noch einmal an.',
  'This field does not belong to this type of connection. Leave it out.':
    'Dieses Feld gehört nicht zu dieser Art von Verbindung. Lassen Sie es weg.',
  'This installation does not connect to that address. Choose another one, or ask the operator to allow it.':
    'Diese Installation verbindet sich nicht mit dieser Adresse. Wählen Sie eine andere, oder bitten Sie den Betreiber, sie zu erlauben.',
  'This is the only way for the user to log in. They need a password or another link first.':
    'Das ist der einzige Weg, auf dem sich die Person anmelden kann. Sie braucht zuerst ein Passwort oder eine andere Verknüpfung.',
  'This login began at the identity provider, which the connection does not allow. Begin on the sign-in page of this service.':
    'Diese Anmeldung begann beim Identitätsanbieter, was die Verbindung nicht erlaubt. Beginnen Sie auf der Anmeldeseite dieses Dienstes.',
  'This login has ended or did not start here. Log in again.':
    'Diese Anmeldung ist beendet oder begann nicht hier. Melden Sie sich noch einmal an.',
  'This login started in another browser. Log in again in this one.':
    'Diese Anmeldung begann in einem anderen Browser. Melden Sie sich in diesem noch einmal an.',
  'This message of the identity provider was already used. Log in again.':
    'Diese Nachricht des Identitätsanbieters ist schon verbraucht. Melden Sie sich noch einmal an.',
  'This name has no TXT record yet. Set it, or wait: changes in the DNS can take some time.':
    'Dieser Name hat noch keinen TXT-Eintrag. Setzen Sie ihn, oder warten Sie: Änderungen im DNS können etwas dauern.',
  'This name is an alias (CNAME), which Headgate does not follow. Set the TXT record at the name itself.':
    'Dieser Name ist ein Alias (CNAME), dem Headgate nicht folgt. Setzen Sie den TXT-Eintrag am Namen selbst.',
  'This service does not end logins at this address. Send one of the addresses that its operator has allowed.':
    'Dieser Dienst beendet Anmeldungen nicht unter dieser Adresse. Senden Sie eine der Adressen, die der Betreiber erlaubt hat.',
  'You logged in at the identity provider as another person. Log in there with the account of this session.':
    'Sie haben sich beim Identitätsanbieter als andere Person angemeldet. Melden Sie sich dort mit dem Konto dieser Sitzung an.',
  'Your account is not active here. Ask your administrator.': 'Ihr Konto ist hier nicht aktiv. Fragen Sie Ihre Administration.',
  'Your e-mail address is not in a domain that this organization has verified. Ask your administrator.':
    'Ihre E-Mail-Adresse gehört zu keiner Domain, die diese Organisation nachgewiesen hat. Fragen Sie Ihre Administration.',
  'Send this only if a second factor is required.': 'Senden Sie das nur, wenn ein zweiter Faktor verlangt wird.',
  'The organization requires a second factor, and this key was made without one. Sign in with your second factor, then make a new key.':
    'Die Organisation verlangt einen zweiten Faktor, und dieser Schlüssel wurde ohne einen angelegt. Melden Sie sich mit Ihrem zweiten Faktor an, und legen Sie einen neuen Schlüssel an.',
  'The organization requires a second factor. Enrol one in your account, then confirm it.':
    'Die Organisation verlangt einen zweiten Faktor. Richten Sie in Ihrem Konto einen ein, und bestätigen Sie ihn dann.',
  'This would keep you out as well: you have no second factor. Enrol one in your account, then try again.':
    'Das würde auch Sie aussperren: Sie haben keinen zweiten Faktor. Richten Sie in Ihrem Konto einen ein, und versuchen Sie es noch einmal.',
  'Add a passkey or an authenticator app to your account before that: {link}':
    'Fügen Sie Ihrem Konto vorher einen Passkey oder eine Authenticator-App hinzu: {link}',
  'Add a second factor for {organization}': 'Richten Sie einen zweiten Faktor für {organization} ein',
  'If you did not expect this, ask that person, and look at the audit trail.':
    'Wenn Sie das nicht erwartet haben, fragen Sie diese Person, und sehen Sie im Protokoll nach.',
  'The sign-in requirements of {organization} have changed': 'Was {organization} bei der Anmeldung verlangt, hat sich geändert',
  'from {due}, {organization} requires a second factor. Your account has none yet, so you will not get in then.':
    'ab dem {due} verlangt {organization} einen zweiten Faktor. Ihr Konto hat noch keinen, und Sie kommen dann nicht mehr hinein.',
  '{person} has changed what {organization} requires of sessions. Now this counts:':
    '{person} hat geändert, was {organization} von Sitzungen verlangt. Jetzt gilt:',
  '- No second factor is required.': '- Ein zweiter Faktor wird nicht verlangt.',
  '- A second factor is required from {from}.': '- Ein zweiter Faktor wird ab dem {from} verlangt.',
  '- Longest time from the sign-in to the end of a session, in hours: {hours}.':
    '- Längste Dauer einer Sitzung ab der Anmeldung, in Stunden: {hours}.',
  '- Longest time that a session may rest, in minutes: {minutes}.': '- Längste Zeit, die eine Sitzung ruhen darf, in Minuten: {minutes}.',
  'Send second_factor, sessions or both.': 'Senden Sie second_factor, sessions oder beides.',
} as const;
