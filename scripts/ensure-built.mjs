// Builds dist/ if it is missing or older than its sources.
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { root, run } from './project.mjs'

const sources = [
  'src',
  'docs',
  'examples',
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'migrations',
  'package.json',
  'vite.config.ts',
  'tsdown.config.ts',
  'scripts/build.mjs',
  'scripts/build-web.ts',
  'scripts/compress-web.mjs',
  'scripts/docs',
  'scripts/messages',
  'scripts/notices',
]

const newest = (file) => {
  const stat = statSync(file)
  if (!stat.isDirectory()) return stat.mtimeMs
  const inside = readdirSync(file).filter((f) => !/\.gen\.ts$|\.test\.ts$/.test(f))
  return Math.max(0, ...inside.map((f) => newest(path.join(file, f))))
}

export function ensureBuilt() {
  const stamp = path.join(root, 'dist/.built')
  const built = existsSync(stamp) ? statSync(stamp).mtimeMs : 0
  const present = sources.map((s) => path.join(root, s)).filter((s) => existsSync(s))
  if (!existsSync(path.join(root, 'src')) || built >= Math.max(...present.map(newest))) return
  const started = performance.now()
  console.log('Building …')
  const status = run('scripts/build.mjs')
  if (status !== 0) process.exit(status)
  console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}
