#!/usr/bin/env node
// Plain old JavaScript on purpose: any Node must be able to parse it, to say what is wrong.
var have = process.versions.node.split('.').map(Number)
if (have[0] < 20 || (have[0] === 20 && have[1] < 19)) {
  console.error('fanion needs Node.js 20.19 or newer; this is ' + process.version + '.')
  console.error('Install a current release from https://nodejs.org and run the command again.')
  process.exit(1)
}
// npm and npx run us below a shell that does not pass signals on: when it is gone, so are we.
if (process.env.npm_lifecycle_event || process.env.npm_command === 'exec') {
  var parent = process.ppid
  setInterval(function () {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}
var args = process.argv.slice(2)
if (args[0] === 'relay') {
  import('../dist/server/relay.js')
    .then(function (m) {
      return m.main(args)
    })
    .catch(fail)
} else if (
  [
    'start',
    'migrate',
    'config',
    'doctor',
    'admin',
    'audit',
    'backup',
    'restore',
    'secret',
    'signing-key',
    'measure',
    '--demo',
  ].indexOf(args[0]) >= 0
) {
  import('../dist/server/main.js')
    .then(function (m) {
      return m.main(args)
    })
    .catch(fail)
} else {
  import('../dist/cli/main.js')
    .then(function (m) {
      return m.main(args, process.env, [
        { name: 'start', summary: 'Start the server; --demo adds a sample project to explore.' },
        { name: 'relay', summary: 'Serve nearby applications from memory, for a server elsewhere.' },
        { name: 'migrate', summary: 'Migrate the database to this version, and exit; start does this, too.' },
        { name: 'config', summary: 'Print every setting and its source.' },
        { name: 'doctor', summary: 'Check everything an installation needs, and say what to fix.' },
        { name: 'admin', summary: 'Restore access: fanion admin reset-password, reset-two-factor, make-owner.' },
        { name: 'audit', summary: 'Verify or archive the audit log: fanion audit verify, fanion audit archive.' },
        { name: 'backup', summary: 'Write the whole database to a file: fanion backup fanion.tar.gz.' },
        { name: 'restore', summary: 'Load a backup into an empty database: fanion restore fanion.tar.gz.' },
        { name: 'signing-key', summary: 'Print the public key with which applications verify datafiles.' },
        { name: 'measure', summary: 'Copy events and exposures to ClickHouse: fanion measure move.' },
        { name: 'secret', summary: 'Change the secret: fanion secret rotate, or adopt if the old one is lost.' },
      ])
    })
    .then(function (code) {
      process.exitCode = code
    }, fail)
}

function fail(error) {
  console.error(error)
  process.exit(1)
}
