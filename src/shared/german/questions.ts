/** Sentences about questions, the language model, repeats of requests, and keys for AI clients. */
export const QUESTIONS = {
  'No place at the data source was free, so names of columns are not checked.':
    'Bei der Datenquelle war kein Platz frei, deshalb sind Namen von Spalten nicht geprüft.',
  'The data source did not answer in time, so names of columns are not checked.':
    'Die Datenquelle hat nicht rechtzeitig geantwortet, deshalb sind Namen von Spalten nicht geprüft.',
  'The data source could not be asked, so names of columns are not checked.':
    'Die Datenquelle konnte nicht gefragt werden, deshalb sind Namen von Spalten nicht geprüft.',
  'Only a run looks up what its columns are, so they are not checked.':
    'Erst beim Ausführen zeigt sich, welche Spalten sie hat; deshalb sind sie nicht geprüft.',
  'The data source has not prepared it, so names of columns are not checked.':
    'Die Datenquelle hat sie nicht vorbereitet, deshalb sind Namen von Spalten nicht geprüft.',
  'A data source can have at most {most} saved questions. Delete one first.':
    'Eine Datenquelle kann höchstens {most} gespeicherte Fragen haben. Löschen Sie zuerst eine.',
  'The board is full. Take a question off it before you add another.':
    'Das Board ist voll. Nehmen Sie eine Frage herunter, bevor Sie eine weitere hinzufügen.',
  'An organization can have at most {most} boards. Delete one first.':
    'Eine Organisation kann höchstens {most} Boards haben. Löschen Sie zuerst eines.',
  'A person wrote this statement. Give feedback only on generated statements.':
    'Diese Anweisung hat eine Person geschrieben. Bewerten Sie nur erzeugte Anweisungen.',
  'A right statement needs no correction. Leave this out, or mark the statement as wrong.':
    'Eine richtige Anweisung braucht keine Korrektur. Lassen Sie das weg, oder kennzeichnen Sie die Anweisung als falsch.',
  'Another person has corrected the statement. Send the statement that you verify as `sql`.':
    'Eine andere Person hat die Anweisung korrigiert. Senden Sie die Anweisung, die Sie bestätigen, als `sql`.',
  'Another request used this idempotency key. Send a new key.':
    'Eine andere Anfrage hat diesen Idempotency-Key benutzt. Senden Sie einen neuen.',
  'The request with this idempotency key is still running. Try again shortly.':
    'Die Anfrage mit diesem Idempotency-Key läuft noch. Versuchen Sie es gleich noch einmal.',
  'The request with this idempotency key ended without an answer. Send it again with another key.':
    'Die Anfrage mit diesem Idempotency-Key endete ohne Antwort. Senden Sie sie mit einem anderen Schlüssel noch einmal.',
  'Data policies changed what you may see since the request with this idempotency key was answered. Send it with a new key.':
    'Datenregeln haben geändert, was Sie sehen dürfen, seit die Anfrage mit diesem Idempotency-Key beantwortet wurde. Senden Sie sie mit einem neuen Schlüssel.',
  'Name one of the data sources {ids}.': 'Nennen Sie eine der Datenquellen {ids}.',
  'Name one of the {total} data sources.': 'Nennen Sie eine der {total} Datenquellen.',
  'No language model is configured here. Ask the operator to set LLM_BASE_URL and LLM_MODEL.':
    'Hier ist kein Sprachmodell eingerichtet. Bitten Sie den Betreiber, LLM_BASE_URL und LLM_MODEL zu setzen.',
  'The language model does not answer. Try again later.': 'Das Sprachmodell antwortet nicht. Versuchen Sie es später noch einmal.',
  'The language model took too long. Try again, or ask a shorter question.':
    'Das Sprachmodell brauchte zu lange. Versuchen Sie es noch einmal, oder stellen Sie eine kürzere Frage.',
  'The language model refuses the credentials of this service. Ask the operator to check LLM_API_KEY.':
    'Das Sprachmodell lehnt die Zugangsdaten dieses Dienstes ab. Bitten Sie den Betreiber, LLM_API_KEY zu prüfen.',
  'The language model has too many requests. Try again later.':
    'Das Sprachmodell hat zu viele Anfragen. Versuchen Sie es später noch einmal.',
  'The question and the schema are too long for the language model. Ask a shorter question.':
    'Frage und Schema sind für das Sprachmodell zu lang. Stellen Sie eine kürzere Frage.',
  'The language model refused the request. Ask the operator to check its settings.':
    'Das Sprachmodell hat die Anfrage abgelehnt. Bitten Sie den Betreiber, die Einstellungen zu prüfen.',
  'The language model failed. Try again later.': 'Das Sprachmodell ist ausgefallen. Versuchen Sie es später noch einmal.',
  'The answer of the language model is too large. Ask for less data.':
    'Die Antwort des Sprachmodells ist zu groß. Fragen Sie nach weniger Daten.',
  'The answer of the language model was cut off. Ask for less data.':
    'Die Antwort des Sprachmodells wurde abgeschnitten. Fragen Sie nach weniger Daten.',
  'The language model did not answer with a statement. Try again, or ask differently.':
    'Das Sprachmodell hat nicht mit einer Anweisung geantwortet. Versuchen Sie es noch einmal, oder fragen Sie anders.',
  'The language model wrote no statement for this question. Ask differently.':
    'Das Sprachmodell hat zu dieser Frage keine Anweisung geschrieben. Fragen Sie anders.',
  'The language model wrote only statements that are not allowed. Ask differently.':
    'Das Sprachmodell hat nur Anweisungen geschrieben, die nicht erlaubt sind. Fragen Sie anders.',
  'The conversation is about another data source. Leave this out to begin a new one.':
    'In dem Gespräch geht es um eine andere Datenquelle. Lassen Sie das weg, um ein neues zu beginnen.',
  'The conversation is still answering a question. Wait for its answer, or begin another conversation.':
    'Das Gespräch beantwortet noch eine Frage. Warten Sie auf die Antwort, oder beginnen Sie ein anderes.',
  'The data source and the template belong to different organizations. Choose one of the same organization.':
    'Datenquelle und Vorlage gehören zu verschiedenen Organisationen. Wählen Sie eine derselben Organisation.',
  'The data source of this execution was deleted, so you cannot give feedback.':
    'Die Datenquelle dieser Abfrage wurde gelöscht, deshalb können Sie sie nicht bewerten.',
  'The execution had no answer, so it cannot be right. Choose one that has an answer.':
    'Die Abfrage hatte keine Antwort, kann also nicht richtig sein. Wählen Sie eine mit Antwort.',
  'The execution has no question with a statement, or its data source is gone. Choose another execution.':
    'Die Abfrage hat keine Frage mit Anweisung, oder ihre Datenquelle gibt es nicht mehr. Wählen Sie eine andere.',
  'The query has ended already.': 'Die Abfrage ist schon beendet.',
  'The query was interrupted. Ask again.': 'Die Abfrage wurde unterbrochen. Fragen Sie noch einmal.',
  'The template has no data source any more. Choose one in the template.':
    'Die Vorlage hat keine Datenquelle mehr. Wählen Sie in der Vorlage eine aus.',
  'The template is made for the data sources {ids}.': 'Die Vorlage ist für die Datenquellen {ids} gemacht.',
  'There is no data source {id} that you may ask.': 'Es gibt keine Datenquelle {id}, die Sie befragen dürfen.',
  'This installation grants {tokens} tokens a day. Enter no more than that, or null for the most.':
    'Diese Installation gewährt {tokens} Tokens am Tag. Geben Sie höchstens so viele an, oder null für so viele wie möglich.',
  'Too many questions are waiting for the language model. Try again shortly.':
    'Zu viele Fragen warten auf das Sprachmodell. Versuchen Sie es gleich noch einmal.',
  'You have used the {tokens} tokens of the language model for today. Ask again after midnight UTC.':
    'Sie haben die {tokens} Tokens des Sprachmodells für heute verbraucht. Fragen Sie nach Mitternacht (UTC) noch einmal.',
  'Your organization has used the {tokens} tokens of the language model for today. Ask again after midnight UTC.':
    'Ihre Organisation hat die {tokens} Tokens des Sprachmodells für heute verbraucht. Fragen Sie nach Mitternacht (UTC) noch einmal.',

  'Data policies hide from you what the SQL of this entry names, so you cannot change it.':
    'Datenregeln verbergen vor Ihnen, was das SQL dieses Eintrags nennt, deshalb können Sie ihn nicht ändern.',
  'Glossary term with this name already exists. Change that one instead.':
    'Einen Glossarbegriff mit diesem Namen gibt es schon. Ändern Sie stattdessen den vorhandenen.',
  'Verified pair with this question already exists. Change that one instead.':
    'Ein geprüftes Paar mit dieser Frage gibt es schon. Ändern Sie stattdessen das vorhandene.',

  'A key for AI clients is required: send it as "Authorization: Bearer hgk_…".':
    'Dafür ist ein KI-Schlüssel nötig: Senden Sie ihn als „Authorization: Bearer hgk_…“.',
  'An emergency account cannot have keys. Make the key with your own account.':
    'Ein Notfallkonto kann keine Schlüssel haben. Legen Sie den Schlüssel mit Ihrem eigenen Konto an.',
  'An emergency account cannot have keys. Use a key of your own account.':
    'Ein Notfallkonto kann keine Schlüssel haben. Benutzen Sie einen Schlüssel Ihres eigenen Kontos.',
  'Must lie in the future, within {days} days.': 'Muss in der Zukunft liegen, höchstens {days} Tage entfernt.',
  'Only members of the organization can have a key for it. Ask an administrator to invite you with a role that allows this.':
    'Nur Mitglieder der Organisation können einen Schlüssel für sie haben. Bitten Sie die Administration, Sie mit einer Rolle einzuladen, die das erlaubt.',
  'Pages of other sites may not use this address.': 'Seiten anderer Websites dürfen diese Adresse nicht benutzen.',
  'Send 1 to {most} messages in a request.': 'Senden Sie 1 bis {most} Nachrichten in einer Anfrage.',
  'Send one message in each request.': 'Senden Sie in jeder Anfrage eine Nachricht.',
  'Sign in through your identity provider again, so that this key works again. If it does not, make a new one.':
    'Melden Sie sich noch einmal über Ihren Identitätsanbieter an, damit dieser Schlüssel wieder gilt. Wenn das nicht hilft, legen Sie einen neuen an.',
  'The account behind this key was disabled, or its credentials have changed. Make a new key.':
    'Das Konto zu diesem Schlüssel wurde gesperrt, oder seine Anmeldedaten wurden geändert. Legen Sie einen neuen Schlüssel an.',
  'The organization does not allow keys for AI clients. Ask one of its administrators.':
    'Die Organisation erlaubt keine KI-Schlüssel. Fragen Sie ihre Administration.',
  'The organization has suspended the person behind this key. Ask one of its administrators.':
    'Die Organisation hat die Person zu diesem Schlüssel stillgelegt. Fragen Sie ihre Administration.',
  'The organization has switched off keys for AI clients. Ask one of its administrators.':
    'Die Organisation hat KI-Schlüssel abgeschaltet. Fragen Sie ihre Administration.',
  'This address takes only POST, because it has no stream to listen to. Send a POST request.':
    'Diese Adresse nimmt nur POST an, weil sie keinen Datenstrom hat. Senden Sie eine POST-Anfrage.',
  'This key has expired. Make a new one in your account.': 'Dieser Schlüssel ist abgelaufen. Legen Sie in Ihrem Konto einen neuen an.',
  'This key was revoked. Make a new one in your account.': 'Dieser Schlüssel wurde widerrufen. Legen Sie in Ihrem Konto einen neuen an.',
  'You already have a key with this name. Choose another name, or revoke that key.':
    'Sie haben schon einen Schlüssel mit diesem Namen. Wählen Sie einen anderen Namen, oder widerrufen Sie den vorhandenen.',
  'You have {most} keys, and cannot have more. Revoke one first.':
    'Sie haben {most} Schlüssel, mehr sind nicht möglich. Widerrufen Sie zuerst einen.',
} as const;
