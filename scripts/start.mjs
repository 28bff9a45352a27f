// npm start: installs and builds if needed, then runs the server.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { ensureInstalled, projectNode, root } from './project.mjs'

ensureInstalled()
const { ensureBuilt } = await import('./ensure-built.mjs')
ensureBuilt()

const server = spawn(projectNode(), [path.join(root, 'bin/fanion.js'), 'start', ...process.argv.slice(2)], {
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
// npm starts this script in a shell that forwards no signals, so it stops the server if the shell exits
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) server.kill('SIGTERM')
}, 500).unref()
server.once('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
