// npm run dev: starts the server on :4400, which restarts after each change, and Vite with hot reload on :5173.
// Arguments are passed to Vite: npm run dev -- --mode en-XA shows the UI in another language, here the pseudo-locale.
import { spawn } from 'node:child_process'
import { ensureInstalled, projectNode, root } from './project.mjs'

ensureInstalled()
const start = (args) => spawn(projectNode(), args, { cwd: root, stdio: 'inherit' })
const children = [
  start(['--watch', '--watch-preserve-output', 'scripts/dev-server.mjs']),
  start(['node_modules/vite/bin/vite.js', '--host', '127.0.0.1', ...process.argv.slice(2)]),
]
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => children.forEach((child) => child.kill(signal)))
