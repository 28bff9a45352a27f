#!/usr/bin/env node
// Old JavaScript syntax: any Node.js version must be able to parse it, to report the required version.
var have = process.versions.node.split('.').map(Number)
if (have[0] < 20) {
  console.error('fanion needs Node.js 20 or newer; this is ' + process.version + '.')
  process.exit(1)
}
import('./main.js')
  .then(function (m) {
    return m.main(process.argv.slice(2), process.env)
  })
  .then(
    function (code) {
      process.exitCode = code
    },
    function (error) {
      console.error('fanion: ' + ((error && error.message) || error))
      process.exitCode = 1
    },
  )
