import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const parts = ['src', 'tests', 'migrations', 'scripts', 'bin', 'docs', 'examples', 'bench', 'dist']
const files = ['package.json', 'tsconfig.json', 'tsconfig.base.json', 'tsconfig.node.json', 'tsconfig.web.json']

/** A copy of the project to put mutants into; the libraries are those of the project. */
export function makeSandbox(root: string): { folder: string; remove: () => void } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fanion-mutants-'))
  for (const part of [
    ...parts,
    ...files,
    'vitest.config.ts',
    'vite.config.ts',
    'package-lock.json',
    'README.md',
    'LICENSE',
  ]) {
    const from = path.join(root, part)
    if (existsSync(from)) cpSync(from, path.join(folder, part), { recursive: true })
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
