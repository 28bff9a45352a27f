import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { TestContext } from 'vitest'
import { aFolder } from '../support/folder.ts'
import { tools } from '../support/tool.ts'

const run = promisify(execFile)

/** A package manager: its program, its registry configuration, and the arguments of its four commands. */
export type Manager = {
  readonly name: string
  readonly program: readonly string[]
  /** The file next to package.json that configures the registry. */
  readonly settings: (registry: string) => readonly [file: string, text: string]
  readonly lock: string
  readonly install: readonly string[]
  readonly frozen: readonly string[]
  readonly update: readonly string[]
}

const npmrc = (registry: string) => ['.npmrc', `@fanion:registry=${registry}\n`] as const

/** Returns the machine's npm, and pnpm and both Yarns from the registry. */
export async function managers(test: TestContext): Promise<Manager[]> {
  const modules = await tools(test, 'pnpm@12.21.0', 'yarn@1.22.22', '@yarnpkg/cli-dist@4.18.1')
  const { node } = { node: process.execPath }
  return [
    {
      name: 'npm',
      program: ['npm'],
      settings: npmrc,
      lock: 'package-lock.json',
      install: ['install', '--no-audit', '--no-fund'],
      frozen: ['ci', '--no-audit', '--no-fund'],
      update: ['update', '--no-audit', '--no-fund'],
    },
    {
      name: 'pnpm',
      program: [path.join(modules, '.bin/pnpm')],
      settings: npmrc,
      lock: 'pnpm-lock.yaml',
      install: ['install', '--no-frozen-lockfile'],
      frozen: ['install', '--frozen-lockfile'],
      update: ['update'],
    },
    {
      name: 'Yarn 1',
      program: [node, path.join(modules, 'yarn/bin/yarn.js')],
      settings: npmrc,
      lock: 'yarn.lock',
      install: ['install', '--non-interactive'],
      frozen: ['install', '--frozen-lockfile', '--non-interactive'],
      update: ['upgrade', '--non-interactive'],
    },
    {
      name: 'Yarn 4',
      program: [node, path.join(modules, '@yarnpkg/cli-dist/bin/yarn.js')],
      settings: (registry) => [
        '.yarnrc.yml',
        [
          'nodeLinker: node-modules',
          'enableTelemetry: false',
          'unsafeHttpWhitelist: ["127.0.0.1"]',
          'npmScopes:',
          '  fanion:',
          `    npmRegistryServer: "${registry}"`,
          '',
        ].join('\n'),
      ],
      lock: 'yarn.lock',
      install: ['install', '--no-immutable'],
      frozen: ['install', '--immutable'],
      update: ['up', '-R', '@fanion/*'],
    },
  ]
}

/** Creates a project that depends on the SDK, with every command run with empty caches. */
export async function project(home: string, manager: Manager, registry: string, range: string) {
  const folder = await aFolder('project', home)
  const [file, text] = manager.settings(registry)
  await writeFile(path.join(folder, file), text)
  const dependencies = { '@fanion/sdk': range }
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name: 'shop', private: true, dependencies }))
  if (manager.name === 'Yarn 4') await writeFile(path.join(folder, 'yarn.lock'), '')
  const act = async (args: readonly string[]): Promise<string> => {
    const cold = await aFolder('cold', home)
    await rm(path.join(folder, 'node_modules'), { recursive: true, force: true })
    await mkdir(path.join(cold, 'home'))
    const [program = '', ...before] = manager.program
    // isolated from the developer's settings, caches and stores
    const env = {
      ...process.env,
      HOME: path.join(cold, 'home'),
      XDG_CACHE_HOME: path.join(cold, 'cache'),
      XDG_DATA_HOME: path.join(cold, 'data'),
      npm_config_cache: path.join(cold, 'npm'),
      npm_config_userconfig: path.join(cold, 'npmrc'),
      npm_config_update_notifier: 'false',
      ...(manager.name === 'pnpm' && { npm_config_store_dir: path.join(cold, 'store') }),
      YARN_CACHE_FOLDER: path.join(cold, 'yarn'),
      YARN_GLOBAL_FOLDER: path.join(cold, 'berry'),
      YARN_ENABLE_GLOBAL_CACHE: 'false',
      CI: '',
    }
    await run(program, [...before, ...args], { cwd: folder, env, timeout: 60_000 }).catch(
      (error: { stdout: string; stderr: string }) => {
        throw new Error(`${manager.name} ${args.join(' ')}: ${error.stdout}\n${error.stderr}`)
      },
    )
    const installed = path.join(folder, 'node_modules/@fanion/sdk/package.json')
    return JSON.parse(await readFile(installed, 'utf8')).version
  }
  return { folder, act, lock: () => readFile(path.join(folder, manager.lock), 'utf8') }
}
