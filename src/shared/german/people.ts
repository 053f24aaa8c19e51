/** Sentences about accounts, their proofs and devices, and about people in organizations. */
export const PEOPLE = {
  'A password may have at most {most} characters.': 'Ein Passwort darf höchstens {most} Zeichen haben.',
  'An account with this e-mail address already exists. Choose another one.':
    'Es gibt schon ein Konto mit dieser E-Mail-Adresse. Wählen Sie eine andere.',
  'An account with this username already exists. Choose another one.':
    'Es gibt schon ein Konto mit diesem Benutzernamen. Wählen Sie einen anderen.',
  'Choose another password: this one does not meet the rules.': 'Wählen Sie ein anderes Passwort: Dieses entspricht nicht den Regeln.',
  'Has a letter with more marks above or below it than any language writes. Take some of them away.':
    'Enthält einen Buchstaben mit mehr Zeichen darüber oder darunter, als irgendeine Sprache schreibt. Nehmen Sie einige davon weg.',
  'May be an e-mail address only if it is the account’s own.': 'Darf nur dann eine E-Mail-Adresse sein, wenn es die des Kontos ist.',
  'Must be a name without @, not an address.': 'Muss ein Name ohne @ sein, keine Adresse.',
  'Must have {least} to {most} letters, digits or one of . _ + - @ between them.':
    'Muss {least} bis {most} Buchstaben oder Ziffern haben, dazwischen auch . _ + - @.',
  'Must not mix Latin letters with Cyrillic, Greek or Armenian ones that look like them.':
    'Darf lateinische Buchstaben nicht mit ähnlich aussehenden kyrillischen, griechischen oder armenischen mischen.',
  'The account is disabled. Enable it first.': 'Das Konto ist gesperrt. Entsperren Sie es zuerst.',
  'The password contains a NUL character or broken Unicode text.': 'Das Passwort enthält ein NUL-Zeichen oder beschädigten Unicode-Text.',
  'The password is a common one, or two common words with digits or punctuation around them. Attackers try these first. Use more unrelated words.':
    'Das Passwort ist ein häufiges, oder es besteht aus zwei häufigen Wörtern mit Ziffern oder Satzzeichen. Angreifer probieren diese zuerst. Nehmen Sie mehr Wörter, die nichts miteinander zu tun haben.',
  'The password is made of your name, your e-mail address, your organization or the name of this product. Attackers try these first. Add unrelated words.':
    'Das Passwort besteht aus Ihrem Namen, Ihrer E-Mail-Adresse, Ihrer Organisation oder dem Namen dieses Produkts. Angreifer probieren diese zuerst. Fügen Sie Wörter hinzu, die nichts damit zu tun haben.',
  'The password is mostly a repetition or a sequence, such as “aaaa”, “abcd”, “1234” or neighbouring keys. Use unrelated words instead.':
    'Das Passwort ist größtenteils eine Wiederholung oder eine Folge, wie „aaaa“, „abcd“, „1234“ oder benachbarte Tasten. Nehmen Sie stattdessen Wörter, die nichts miteinander zu tun haben.',
  'The password is too short: it must have at least {least} characters. A few unrelated words make a good one.':
    'Das Passwort ist zu kurz: Es muss mindestens {least} Zeichen haben. Ein paar Wörter, die nichts miteinander zu tun haben, ergeben ein gutes.',
  'This is not your current password. Enter it again.': 'Das ist nicht Ihr jetziges Passwort. Geben Sie es noch einmal ein.',
  'This is the last active system administrator. Appoint another one first.':
    'Das ist der letzte aktive Systemadministrator. Ernennen Sie zuerst einen weiteren.',
  'This link is not valid or has expired. Open the link in the newest mail, or ask for a new link.':
    'Dieser Link ist nicht gültig oder abgelaufen. Öffnen Sie den Link in der neuesten Mail, oder fordern Sie einen neuen an.',
  'You cannot disable your own account. Ask another system administrator.':
    'Ihr eigenes Konto können Sie nicht sperren. Bitten Sie einen anderen Systemadministrator.',
  'Your credentials have changed. Log in again.': 'Ihre Anmeldedaten wurden geändert. Melden Sie sich noch einmal an.',

  'Device not found.': 'Gerät nicht gefunden.',
  'The activation token is older than five minutes. Log in with your second factor again.':
    'Das Aktivierungs-Token ist älter als fünf Minuten. Melden Sie sich noch einmal mit Ihrem zweiten Faktor an.',
  'The activation token is used, or belongs to another session. Log in with your second factor again.':
    'Das Aktivierungs-Token ist verbraucht oder gehört zu einer anderen Sitzung. Melden Sie sich noch einmal mit Ihrem zweiten Faktor an.',

  'An account can have at most {most} factors. Remove one first.':
    'Ein Konto kann höchstens {most} Faktoren haben. Entfernen Sie zuerst einen.',
  'Confirm the e-mail address of your account first: ask for a confirmation mail and open the link in it.':
    'Bestätigen Sie zuerst die E-Mail-Adresse Ihres Kontos: Fordern Sie eine Mail an und öffnen Sie den Link darin.',
  'Log in with your password to set up the first second factor of your account. If your organization allows only single sign-on, ask one of its owners for an exemption first.':
    'Melden Sie sich mit Ihrem Passwort an, um erstmals einen zweiten Faktor für Ihr Konto einzurichten. Wenn Ihre Organisation nur Single Sign-on erlaubt, bitten Sie vorher einen ihrer Inhaber um eine Ausnahme.',
  'No passkey or security key is registered. Use another method.':
    'Es ist kein Passkey oder Sicherheitsschlüssel registriert. Nehmen Sie einen anderen Weg.',
  'Set up a second factor first. Recovery codes are for when you cannot use it.':
    'Richten Sie zuerst einen zweiten Faktor ein. Wiederherstellungscodes sind für den Fall, dass Sie ihn nicht benutzen können.',
  'The code does not match. Check the clock of your device and try the next one.':
    'Der Code stimmt nicht. Prüfen Sie die Uhr Ihres Geräts und versuchen Sie den nächsten.',
  'The registration could not be verified. Start it again.': 'Die Registrierung ließ sich nicht bestätigen. Beginnen Sie noch einmal.',
  'This factor is already confirmed. Use it when you log in.': 'Dieser Faktor ist schon bestätigt. Benutzen Sie ihn bei der Anmeldung.',
  'This login has ended. Start again with the password.': 'Diese Anmeldung ist beendet. Beginnen Sie noch einmal mit dem Passwort.',
  'This passkey or security key is already registered. Use another one.':
    'Dieser Passkey oder Sicherheitsschlüssel ist schon registriert. Nehmen Sie einen anderen.',

  'Confirm the login with your second factor.': 'Bestätigen Sie die Anmeldung mit Ihrem zweiten Faktor.',
  'The code is wrong or used, or this login has ended. Try the next code, or log in again.':
    'Der Code ist falsch oder verbraucht, oder diese Anmeldung ist beendet. Versuchen Sie den nächsten Code, oder melden Sie sich noch einmal an.',
  'The password is wrong.': 'Das Passwort ist falsch.',
  'The refresh token is no longer valid. Log in again.': 'Das Refresh-Token gilt nicht mehr. Melden Sie sich noch einmal an.',
  'The username or password is wrong.': 'Der Benutzername oder das Passwort ist falsch.',

  'An account with this e-mail address already exists. Log in, then accept the invitation.':
    'Es gibt schon ein Konto mit dieser E-Mail-Adresse. Melden Sie sich an und nehmen Sie dann die Einladung an.',
  'Another person has just changed the role in this invitation. Look at it, then send it again.':
    'Eine andere Person hat gerade die Rolle in dieser Einladung geändert. Sehen Sie sich die Einladung an, und senden Sie sie dann noch einmal.',
  'Leave this out: you are logged in and accept with your account.':
    'Lassen Sie das weg: Sie sind angemeldet und nehmen mit Ihrem Konto an.',
  'Required for a new account. If you have an account, log in first.':
    'Für ein neues Konto nötig. Wenn Sie ein Konto haben, melden Sie sich zuerst an.',
  'The directory of your organization manages the person with this address. To invite them by hand, remove them from the directory first.':
    'Das Verzeichnis Ihrer Organisation verwaltet die Person mit dieser Adresse. Um sie von Hand einzuladen, entfernen Sie sie zuerst aus dem Verzeichnis.',
  'The invitation was revoked. Invite the person again.': 'Die Einladung wurde widerrufen. Laden Sie die Person noch einmal ein.',
  'The person declined this invitation. Ask them before you invite them again.':
    'Die Person hat diese Einladung abgelehnt. Sprechen Sie mit ihr, bevor Sie sie noch einmal einladen.',
  'The person with this address is already a member of this workspace. Change their role instead.':
    'Die Person mit dieser Adresse ist schon Mitglied dieses Arbeitsbereichs. Ändern Sie stattdessen ihre Rolle.',
  'This address is already invited to this workspace. Send that invitation again, with another role if you like.':
    'Diese Adresse ist schon in diesen Arbeitsbereich eingeladen. Senden Sie die vorhandene Einladung noch einmal, bei Bedarf mit einer anderen Rolle.',
  'This invitation does not exist. Use the link in the latest mail.':
    'Diese Einladung gibt es nicht. Benutzen Sie den Link in der neuesten Mail.',
  'This invitation is for another e-mail address. Log in with the account that has it.':
    'Diese Einladung ist für eine andere E-Mail-Adresse. Melden Sie sich mit dem Konto an, das sie hat.',
  'This invitation is no longer valid. Ask for a new one.': 'Diese Einladung gilt nicht mehr. Bitten Sie um eine neue.',
  'This invitation was already accepted. Log in.': 'Diese Einladung wurde schon angenommen. Melden Sie sich an.',
  'You can only give roles that allow no more than your own. Choose another role.':
    'Sie können nur Rollen vergeben, die nicht mehr erlauben als Ihre eigene. Wählen Sie eine andere Rolle.',

  'An organization needs at least one owner. Make another person an owner first.':
    'Eine Organisation braucht mindestens einen Inhaber. Machen Sie zuerst eine andere Person zum Inhaber.',
  'An owner has ended an emergency here within the last day. Ask without emergency.':
    'Ein Inhaber hat hier in den letzten 24 Stunden einen Notfall beendet. Fragen Sie ohne Notfall an.',
  'This needs no approval here. Remove the second factors of the member yourself.':
    'Das braucht hier keine Genehmigung. Entfernen Sie die zweiten Faktoren des Mitglieds selbst.',
  'Another emergency is open here. Wait until it is over, or ask without emergency.':
    'Hier ist ein anderer Notfall offen. Warten Sie, bis er vorbei ist, oder fragen Sie ohne Notfall an.',
  'Built-in roles cannot be changed or deleted. Make a custom role instead.':
    'Eingebaute Rollen lassen sich nicht ändern oder löschen. Legen Sie stattdessen eine eigene Rolle an.',
  'Only a person can make another person an owner. A rule cannot. Choose another role.':
    'Nur eine Person kann eine andere zum Inhaber machen, keine Regel. Wählen Sie eine andere Rolle.',
  'Only an owner can approve {kind}. Ask without emergency.': '{kind} kann nur ein Inhaber genehmigen. Fragen Sie ohne Notfall an.',
  'Only owners of the organization can decide this. Ask one of them.':
    'Das können nur Inhaber der Organisation entscheiden. Bitten Sie einen von ihnen.',
  'Only people of the organization can do this. Ask one of its owners.':
    'Das können nur Personen der Organisation. Bitten Sie einen ihrer Inhaber.',
  'Send a whole number from 0 to {most}, or leave it empty for no limit.':
    'Senden Sie eine ganze Zahl von 0 bis {most}, oder lassen Sie das Feld leer, wenn es keine Grenze geben soll.',
  'Send {fields} with {kind}.': 'Senden Sie zu {kind} auch {fields}.',
  'email and role_id': 'email und role_id',
  user_id: 'user_id',
  'connection_id and configuration_version': 'connection_id und configuration_version',
  'The access policies of the organization': 'Mindestens eine Zugriffsregel der Organisation',
  'The access policy {names}': 'Die Zugriffsregel {names}',
  '{which} could not be evaluated, so this is not allowed. Tell an administrator of the organization.':
    '{which} ließ sich nicht auswerten, deshalb ist das nicht erlaubt. Sagen Sie es der Administration der Organisation.',
  '{which} does not allow this here and now. {advice}': '{which} erlaubt das hier und jetzt nicht. {advice}',
  'Ask an owner or an administrator of the organization what it requires.':
    'Fragen Sie einen Inhaber oder die Administration der Organisation, was sie verlangt.',
  'No further proof of who you are changes that. Read the policy to see what it requires.':
    'Kein anderer Nachweis Ihrer Person ändert das. Lesen Sie in der Regel, was sie verlangt.',
  'Your session lacks {lacked}.{enrol}': 'Ihrer Sitzung fehlt {lacked}.{enrol}',
  ' You have no second factor yet: enrol one in your account.':
    ' Sie haben noch keinen zweiten Faktor: Richten Sie in Ihrem Konto einen ein.',
  'a recent proof of who you are: confirm it again': 'ein frischer Nachweis Ihrer Person: Erbringen Sie ihn noch einmal',
  'a second factor (acr aal2): confirm one': 'ein zweiter Faktor (acr aal2): Bestätigen Sie einen',
  'a trusted device: trust this one when you log in with your second factor':
    'ein vertrautes Gerät: Vertrauen Sie diesem, wenn Sie sich mit Ihrem zweiten Faktor anmelden',
  'single sign-on: sign in through your identity provider': 'Single Sign-on: Melden Sie sich über Ihren Identitätsanbieter an',
  'The account is disabled, so its owner cannot log in. There is nothing to help with.':
    'Das Konto ist gesperrt, deshalb kann sich die Person nicht anmelden. Zu tun ist hier nichts.',
  'The organization already has a role with this name. Choose another name.':
    'Die Organisation hat schon eine Rolle mit diesem Namen. Wählen Sie einen anderen Namen.',
  'The organization already has a workspace with this name. Choose another name.':
    'Die Organisation hat schon einen Arbeitsbereich mit diesem Namen. Wählen Sie einen anderen Namen.',
  'The organization does not manage this account, or not alone. Ask the person, or a system administrator.':
    'Die Organisation verwaltet dieses Konto nicht oder nicht allein. Bitten Sie die Person oder einen Systemadministrator.',
  'The organization has no such member.': 'Die Organisation hat kein solches Mitglied.',
  'The organization has no such role.': 'Die Organisation hat keine solche Rolle.',
  'The organization has no such workspace.': 'Die Organisation hat keinen solchen Arbeitsbereich.',
  'The request was decided already, was used, or has expired. If it is still needed, make a new one.':
    'Die Anfrage ist schon entschieden, verbraucht oder abgelaufen. Wenn Sie sie noch brauchen, stellen Sie eine neue.',
  'The role is in use: a person has it, a workspace has it as default, an invitation offers it, or a group is mapped to it. Replace it there first.':
    'Die Rolle wird benutzt: Eine Person hat sie, ein Arbeitsbereich hat sie als Vorgabe, eine Einladung bietet sie an, oder eine Gruppe ist ihr zugeordnet. Ersetzen Sie sie dort zuerst.',
  'The workspace holds data sources or prompt templates. Move them elsewhere or delete them first.':
    'Der Arbeitsbereich enthält Datenquellen oder Prompt-Vorlagen. Verschieben oder löschen Sie diese zuerst.',
  'This is your own account. Use your own sessions and factors instead.':
    'Das ist Ihr eigenes Konto. Benutzen Sie stattdessen Ihre eigenen Sitzungen und Faktoren.',
  'This person is already a member. Change their role instead.': 'Diese Person ist schon Mitglied. Ändern Sie stattdessen ihre Rolle.',
  'Try the change first. Then send access_request.change from the refusal within an hour.':
    'Versuchen Sie die Änderung zuerst. Senden Sie dann innerhalb einer Stunde access_request.change aus der Ablehnung.',
  'You can only give or take roles that allow no more than your own. Ask an owner.':
    'Sie können nur Rollen vergeben oder entziehen, die nicht mehr erlauben als Ihre eigene. Bitten Sie einen Inhaber.',
  'You cannot approve your own request. Ask another owner.':
    'Ihre eigene Anfrage können Sie nicht genehmigen. Bitten Sie einen anderen Inhaber.',
  'This is your address already. Enter another one.': 'Das ist schon Ihre Adresse. Geben Sie eine andere ein.',
  'The directory of {organization} manages this account, so you cannot change its address here. Ask the administrators of the organization.':
    'Das Verzeichnis von {organization} verwaltet dieses Konto. Deshalb können Sie die Adresse hier nicht ändern. Fragen Sie die Administratoren der Organisation.',
  'Your address is in a domain that {organization} has verified, so you cannot change it here. Ask the administrators of the organization.':
    'Ihre Adresse gehört zu einer Domain, die {organization} bestätigt hat. Deshalb können Sie sie hier nicht ändern. Fragen Sie die Administratoren der Organisation.',
  'You sign in through {organization}, which manages this account, so you cannot change its address here. Ask the administrators of the organization.':
    'Sie melden sich über {organization} an, und dort wird dieses Konto verwaltet. Deshalb können Sie die Adresse hier nicht ändern. Fragen Sie die Administratoren der Organisation.',
  'People with an address of this domain sign in through their organization only. Enter another address, or ask that organization to let you in.':
    'Mit dieser Adresse meldet man sich nur über die eigene Organisation an. Wählen Sie eine andere Adresse, oder melden Sie sich dort mit ihr an.',
  'Another account asked for this link. Sign out, sign in with that account, and open the link again.':
    'Diesen Link hat ein anderes Konto angefordert. Melden Sie sich ab, melden Sie sich mit jenem Konto an, und öffnen Sie den Link noch einmal.',
  // Mails about a new address; after the greeting, German goes on in small letters.
  'Somebody asked to use your address for Headgate': 'Jemand wollte Ihre Adresse für Headgate verwenden',
  'Confirm your new address for Headgate': 'Bestätigen Sie Ihre neue Adresse für Headgate',
  'to make this the address of your account, open this link in the browser in which you are signed in:':
    'um diese Adresse zu der Ihres Kontos zu machen, öffnen Sie diesen Link in dem Browser, in dem Sie angemeldet sind:',
  'The link works once, until {until}. If you did not ask for it, ignore this mail. Nothing will change.':
    'Der Link gilt einmal, bis {until}. Wenn Sie ihn nicht angefordert haben, beachten Sie diese Mail nicht. Es ändert sich nichts.',
  'somebody wanted to make this the address of their Headgate account. There is an account with this address already, or with one that looks the same, so nothing has changed.':
    'jemand wollte diese Adresse zu der eines Headgate-Kontos machen. Es gibt schon ein Konto mit dieser Adresse oder mit einer, die genauso aussieht. Deshalb hat sich nichts geändert.',
  'If this was you, sign in with this address, or set a new password:':
    'Wenn Sie es waren, melden Sie sich mit dieser Adresse an, oder setzen Sie ein neues Passwort:',
  'If it was not you, you need not do anything.': 'Wenn nicht, brauchen Sie nichts zu tun.',
  'A new address was requested for your Headgate account': 'Für Ihr Headgate-Konto wurde eine neue Adresse angefordert',
  'on {at} somebody who was signed in to your account asked to change its address to {address}, with {device}.':
    'am {at} hat jemand, der bei Ihrem Konto angemeldet ist, {address} als dessen Adresse verlangt, mit {device}.',
  'on {at} somebody who was signed in to your account asked to change its address to {address}, with {device} from {ip}.':
    'am {at} hat jemand, der bei Ihrem Konto angemeldet ist, {address} als dessen Adresse verlangt, mit {device} von {ip}.',
  'It changes when the link that we mailed there is opened. If this was you, you need not do anything here.':
    'Sie ändert sich, wenn der Link geöffnet wird, den wir dorthin geschickt haben. Wenn Sie es waren, brauchen Sie hier nichts zu tun.',
  'If it was not you, set a new password at once. That stops the change and ends all sessions:':
    'Wenn nicht, setzen Sie sofort ein neues Passwort. Das verhindert die Änderung und beendet alle Sitzungen:',
  'The address of your Headgate account was changed': 'Die Adresse Ihres Headgate-Kontos wurde geändert',
  'on {at} the address of your account was changed to {address}. Mails go there now, and this address no longer signs you in. All other sessions were ended, and your devices are no longer trusted.':
    'am {at} wurde die Adresse Ihres Kontos in {address} geändert. Mails gehen jetzt dorthin, und mit dieser Adresse können Sie sich nicht mehr anmelden. Alle anderen Sitzungen wurden beendet, und Ihren Geräten wird nicht mehr vertraut.',
  'The export is not ready yet. Read its state, and fetch the file when that is `ready`.':
    'Der Export ist noch nicht fertig. Lesen Sie seinen Zustand, und holen Sie die Datei, wenn er `ready` ist.',
  'There is no export, or it was deleted after its day. Ask for a new one.':
    'Es gibt keinen Export, oder er wurde nach einem Tag gelöscht. Fordern Sie einen neuen an.',
  'An access policy hides a part of the organization from you, so you cannot export the whole. Ask an owner.':
    'Eine Zugriffsregel verbirgt einen Teil der Organisation vor Ihnen, deshalb können Sie das Ganze nicht exportieren. Fragen Sie einen Inhaber.',
  'Your data is ready to download': 'Ihre Daten liegen zum Herunterladen bereit',
  'the file with everything that Headgate keeps about you is ready. Sign in and download it by {until}:':
    'die Datei mit allem, was Headgate über Sie aufbewahrt, ist fertig. Melden Sie sich an, und laden Sie sie bis {until} herunter:',
  'The export of your organization is ready to download': 'Der Export Ihrer Organisation liegt zum Herunterladen bereit',
  'the file with everything that Headgate keeps about your organization is ready. Sign in and download it by {until}:':
    'die Datei mit allem, was Headgate über Ihre Organisation aufbewahrt, ist fertig. Melden Sie sich an, und laden Sie sie bis {until} herunter:',
  'After that it is deleted.': 'Danach wird sie gelöscht.',
  'If you did not ask for it, change your password and tell your administrator at once.':
    'Wenn Sie sie nicht angefordert haben, ändern Sie Ihr Passwort, und sagen Sie es sofort Ihrem Administrator.',
} as const;
