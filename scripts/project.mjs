// Used by every command first: the project folder, its own Node.js, and its installed packages. JavaScript for the
// system's Node.js (20 or newer), because it runs before the installation.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Fanion needs Node.js 20.19 or newer; this is ${process.version}. Install a current release and try again.`,
  )
  process.exit(1)
}

/** Returns the project's pinned Node.js if it is installed, otherwise the current one. */
export function projectNode() {
  const file = path.join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(file) ? file : process.execPath
}

/** Installs packages if `node_modules` is missing or older than the lock file. */
export function ensureInstalled() {
  const lock = path.join(root, 'package-lock.json')
  const stamp = path.join(root, 'node_modules/.package-lock.json')
  if (existsSync(stamp) && statSync(stamp).mtimeMs >= statSync(lock).mtimeMs) return
  if (existsSync(stamp) && sameLock(lock, stamp)) return
  console.log('Installing packages (once) …')
  const npm = process.env.npm_execpath
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const opts = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }
  if (npm && npm.endsWith('.js')) execFileSync(process.execPath, [npm, ...args], opts)
  else execFileSync('npm', args, { ...opts, shell: process.platform === 'win32' })
}

// a checkout changes the time of the lock file but not always its content, so this compares installed and locked
// packages
function sameLock(lock, stamp) {
  const wanted = JSON.parse(readFileSync(lock, 'utf8')).packages
  const have = JSON.parse(readFileSync(stamp, 'utf8')).packages
  return Object.entries(wanted).every(
    ([name, p]) => name === '' || p.optional || (have[name] && have[name].version === p.version),
  )
}

const ownPath = () => `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`

/** Starts a file with the project's Node.js. The promise resolves with its exit code. */
export const begin = (file, args = [], options = {}) =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, PATH: ownPath() }
    const child = spawn(projectNode(), [path.resolve(root, file), ...args], {
      cwd: root,
      stdio: 'inherit',
      env,
      ...options,
    })
    child.once('error', reject)
    child.once('exit', (status) => resolve(status ?? 1))
  })

/** Runs a file with the project's Node.js, waits for it, and returns its exit code. */
export function run(file, args = [], options = {}) {
  const env = { ...process.env, PATH: ownPath() }
  const r = spawnSync(projectNode(), [path.resolve(root, file), ...args], {
    cwd: root,
    stdio: 'inherit',
    env,
    ...options,
  })
  if (r.error) throw r.error
  return r.status ?? 1
}
