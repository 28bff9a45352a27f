import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { TestContext } from 'vitest'
import { aFolder } from './folder.ts'

const run = promisify(execFile)
const kept = path.resolve(import.meta.dirname, '../../node_modules/.cache/fanion-tools')

/**
 * The folder of `node_modules` with packages that only tests meet, such as other package managers and older compilers: installed
 * from the registry once, each set in a folder of its own, so that none of them is a dependency of the project. Where the
 * registry cannot be reached the test says so and is left out; a build machine (`CI`) must reach it.
 */
export async function tools(test: TestContext, ...packages: readonly string[]): Promise<string> {
  const home = path.join(kept, packages.join('+').replaceAll(/[^\w.@+-]/g, '_'))
  const modules = path.join(home, 'node_modules')
  if (existsSync(modules)) return modules
  await mkdir(kept, { recursive: true })
  const fresh = await aFolder('new', kept)
  await writeFile(path.join(fresh, 'package.json'), '{ "private": true }\n')
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--save-exact', ...packages], {
    cwd: fresh,
    timeout: 100_000,
  }).catch((error: { stderr?: string; killed?: boolean }) => {
    const away =
      error.killed || /E(NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT|NETUNREACH)/.test(error.stderr ?? '')
    if (away && !process.env['CI']) test.skip(`needs ${packages.join(', ')}: the npm registry cannot be reached`)
    throw error
  })
  // another test may have been faster: one of them is kept
  await rename(fresh, home).catch(() => undefined)
  return modules
}
