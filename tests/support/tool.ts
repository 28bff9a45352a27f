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
/** The npm package with Bun's binary for this machine. */
export const bun = {
  version: '1.4.5',
  package: `@oven/bun-${platform}-${arch === 'arm64' ? 'aarch64' : arch}@1.4.5`,
  file: 'bin/bun',
} as const

/**
 * Returns a `node_modules` folder with packages that only tests use, such as other package managers and older
 * compilers. Each set is installed once into its own folder, so that none becomes a dependency of the project. Without
 * a registry the test is skipped with a message; on a build machine (`CI`) that is an error.
 */
export async function tools(test: TestContext, ...packages: readonly string[]): Promise<string> {
  const home = path.join(kept, packages.join('+').replaceAll(/[^\w.@+-]/g, '_'))
  const modules = path.join(home, 'node_modules')
  if (existsSync(modules)) return modules
  await mkdir(kept, { recursive: true })
  const fresh = await aFolder('new', kept)
  await writeFile(path.join(fresh, 'package.json'), '{ "private": true }\n')
  // Bun needs a tenth of the CPU time. If it is missing or fails, npm installs, or reports why it cannot.
  const byNpm = async () => installByNpm(fresh, packages)
  const install = packages.includes(bun.package) ? byNpm() : installByBun(test, fresh, packages).catch(byNpm)
  await install.catch((error: { stderr?: string; killed?: boolean }) => {
    const away =
      error.killed || /E(NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT|NETUNREACH)/.test(error.stderr ?? '')
    if (away && !process.env['CI']) test.skip(`needs ${packages.join(', ')}: the npm registry cannot be reached`)
    throw error
  })
  // Another test may have been faster: one result is kept.
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
  // Different sets share common packages.
  const env = { ...process.env, BUN_INSTALL_CACHE_DIR: path.join(kept, 'packages') }
  const options = ['--exact', '--ignore-scripts', '--linker', 'hoisted', '--no-summary', '--no-progress']
  return await run(program, ['add', ...options, ...packages], { cwd: folder, env, timeout: 100_000 })
}
