/** Who the people of the demo are, and what to try with them. */
export const DEMO = {
  'system administrator': 'Systemadministration',
  'owner of Delta Analytics': 'Inhaberin von Delta Analytics',
  'second owner of Delta Analytics': 'zweite Inhaberin von Delta Analytics',
  'administrator of Delta Analytics': 'verwaltet Delta Analytics',
  'editor of Delta Analytics, with a second factor': 'bearbeitet in Delta Analytics, mit zweitem Faktor',
  'viewer of Delta Analytics': 'liest in Delta Analytics',
  'owner of Estuary Labs': 'Inhaber von Estuary Labs',
  'member of no organization': 'in keiner Organisation',
  'a new person, without an account': 'eine neue Person ohne Konto',
  'Sign in as mia with the password and the code above.': 'Melden Sie sich als mia mit dem Passwort und dem Code oben an.',
  'Invite ines@delta.example as olivia, and open the link of the mail.':
    'Laden Sie als olivia ines@delta.example ein, und öffnen Sie den Link der Mail.',
  'Connect the identity provider as olivia, by OpenID Connect or SAML, test the connection and activate it.':
    'Verbinden Sie als olivia den Identitätsanbieter über OpenID Connect oder SAML, testen Sie die Verbindung, und aktivieren Sie sie.',
  'Claim a domain of your own, such as shop.example, set its TXT record here, and verify it.':
    'Beanspruchen Sie eine eigene Domain wie shop.example, setzen Sie hier ihren TXT-Eintrag, und weisen Sie sie nach.',
  'Run the template “Longest rivers of a continent” as adam.': 'Führen Sie als adam die Vorlage „Longest rivers of a continent“ aus.',
} as const;
