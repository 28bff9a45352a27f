import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { TestContext } from 'vitest'
import { aFolder } from './folder.ts'

const run = promisify(execFile)
const kept = path.resolve(import.meta.dirname, '../../node_modules/.cache/fanion-tools')

const { platform, arch } = process
/** A package with the program of Bun for this machine. */
export const bun = {
  version: '1.4.5',
  package: `@oven/bun-${platform}-${arch === 'arm64' ? 'aarch64' : arch}@1.4.5`,
  file: 'bin/bun',
} as const

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
  // Bun takes a tenth of the processor time; where it is not there, or cannot do it, npm does it or says why not
  const byNpm = async () => installByNpm(fresh, packages)
  const install = packages.includes(bun.package) ? byNpm() : installByBun(test, fresh, packages).catch(byNpm)
  await install.catch((error: { stderr?: string; killed?: boolean }) => {
    const away =
      error.killed || /E(NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT|NETUNREACH)/.test(error.stderr ?? '')
    if (away && !process.env['CI']) test.skip(`needs ${packages.join(', ')}: the npm registry cannot be reached`)
    throw error
  })
  // another test may have been faster: one of them is kept
  await rename(fresh, home).catch(() => undefined)
  return modules
}

const installByNpm = (folder: string, packages: readonly string[]) =>
  run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--save-exact', ...packages], {
    cwd: folder,
    timeout: 100_000,
  })

async function installByBun(test: TestContext, folder: string, packages: readonly string[]) {
  const program = path.join(await tools(test, bun.package), bun.package.replace(/@[^@]+$/, ''), bun.file)
  // packages of different sets share what they have in common
  const env = { ...process.env, BUN_INSTALL_CACHE_DIR: path.join(kept, 'packages') }
  const options = ['--exact', '--ignore-scripts', '--linker', 'hoisted', '--no-summary', '--no-progress']
  return await run(program, ['add', ...options, ...packages], { cwd: folder, env, timeout: 100_000 })
}
