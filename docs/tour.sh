# The commands that the tours share. Source this file in bash, in the directory of the project: source docs/tour.sh

API=${API:-http://localhost:3000}
TOKEN=''

# ask URL ...: calls the API with the access token in TOKEN, and ends the line.
ask() { curl -s -w '\n' -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' "$@"; }

# field NAME: takes one value out of an answer.
field() { node -pe "JSON.parse(fs.readFileSync(0)).$1"; }

# login mia: logs a demo account in with its name and password.
login() { ask $API/api/auth/login -d "{\"username\":\"$1\",\"password\":\"river-delta-headgate\"}"; }

# code SECRET 30: the code that an authenticator app shows in 30 seconds. Without arguments: mia's code now.
MIAS_SECRET=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP
code() {
  node -e "import('otplib').then((app) => console.log(app.generateSync({
    secret: '${1:-$MIAS_SECRET}', epoch: Math.floor(Date.now() / 1000) + ${2:-0} })))"
}

# prove mia totp 123456: logs in with a second factor, and prints the answer.
prove() {
  ask $API/api/auth/mfa/verify -d "{\"mfa_token\":\"$(login "$1" | field mfa.token)\",\"method\":\"$2\",\"code\":\"$3\"}"
}

# sqlite FILE: makes a SQLite file from the SQL that it reads.
sqlite() {
  node --input-type=module -e "import start from '@sqlite.org/sqlite-wasm'; import fs from 'node:fs';
    const { oo1, capi } = await start(); const database = new oo1.DB(); database.exec(fs.readFileSync(0, 'utf8'));
    fs.writeFileSync('$1', capi.sqlite3_js_db_export(database));"
}
