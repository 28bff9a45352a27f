import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** Test files that scripts and benchmarks import. */
const borrowed = new Set(
  globSync('{scripts,bench}/**/*.{ts,mjs}', { cwd: root }).flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/from '(\.[^']*tests\/[^']+)'/g)].map((found) =>
      path.resolve(root, path.dirname(file), found[1] ?? ''),
    ),
  ),
)

it('what scripts and benches borrow from the tests runs outside Vitest', async () => {
  expect(borrowed.size).toBeGreaterThan(5)
  const { VITEST: _, ...env } = process.env
  const imports = [...borrowed].map((file) => `await import(${JSON.stringify(file)})`).join('\n')
  const run = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', imports], {
    cwd: root,
    env,
  })
  expect(run.stderr).toBe('')
})
