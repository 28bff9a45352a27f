import { cpSync, existsSync, globSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const parts = ['src', 'tests', 'migrations', 'scripts', 'bin', 'docs', 'examples', 'bench', 'dist']

/** The test configuration with the runner of mutants and with short timeouts, because a mutant can make a test hang. */
const config = `import config from './vitest.config.ts'
const own = { runner: './scripts/mutate/runner.ts', testTimeout: 20_000, hookTimeout: 30_000 }
for (const project of config.test.projects) Object.assign(project.test, own)
export default config
`

/** Copies the project to a folder for mutants. Uses the project's packages. */
export function makeSandbox(root: string): { folder: string; remove: () => void } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fanion-mutants-'))
  for (const part of [
    ...parts,
    ...globSync('tsconfig*.json', { cwd: root }),
    'package.json',
    'vitest.config.ts',
    'vite.config.ts',
    'package-lock.json',
    'README.md',
    'LICENSE',
  ]) {
    const from = path.join(root, part)
    if (existsSync(from)) cpSync(from, path.join(folder, part), { recursive: true })
  }
  writeFileSync(path.join(folder, 'mutate.config.ts'), config)
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
