import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { cliProgram } from '../support/cli-process.ts'
import { aFolder } from '../support/folder.ts'
import { compiled } from '../support/process.ts'
import { aWorld, type World } from './world.ts'

const root = path.resolve(import.meta.dirname, '../..')
const guide = readFileSync(path.join(root, 'docs/guides/code.md'), 'utf8')
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, text = '']) => text)

type Job = { steps: { run?: string; if?: string }[] }
const [github, gitlab] = blocks('yaml').map((text): unknown => parse(text)) as [
  { jobs: { flags: Job }; env: Record<string, string> },
  { flags: { script: string[] } },
]
const [plain = '', ...others] = blocks('sh').filter((text) => text.startsWith('npx '))

let world: World
let shop: string
let commit: string
let env: Record<string, string>
const git = (...args: string[]) =>
  execFileSync('git', ['-C', shop, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
    encoding: 'utf8',
  })

/** Runs commands like a CI job: in a shell in the checkout, stopping at the first failure. */
const runs = async (commands: readonly string[], more: Record<string, string> = {}) => {
  const script = ['set -e', ...commands].join('\n')
  const asked = { cwd: shop, env: { ...env, ...more } }
  return promisify(execFile)('sh', ['-c', script], asked).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      said: error.stdout + error.stderr,
    }),
  )
}
const scanned = async () => {
  const [one] = await world.api.references.repositories.query({ project: world.project })
  return one && { repository: one.repository, branch: one.branch, commit: one.commit }
}

beforeAll(async () => {
  world = await aWorld()
  const { api, project } = world
  const token = await api.tokens.create.mutate({ name: 'ci', scopes: [{ project, role: 'editor' }] })
  // The commands as a project has them: npx finds the package's, and nothing needs to be installed.
  const bin = await aFolder('bin')
  const program = cliProgram.map((part) => `'${part}'`).join(' ')
  writeFileSync(
    path.join(bin, 'npx'),
    `#!/bin/sh\n[ "$1" = fanion ] || exit 9\nshift\nexec '${process.execPath}' ${program} "$@"\n`,
  )
  writeFileSync(path.join(bin, 'npm'), '#!/bin/sh\n[ "$*" = ci ]\n')
  for (const name of ['npx', 'npm']) chmodSync(path.join(bin, name), 0o755)
  env = { ...compiled, PATH: `${bin}:${process.env['PATH']}`, FANION_URL: world.url, FANION_TOKEN: token.text }
  shop = await aFolder('shop')
  mkdirSync(path.join(shop, 'src'))
  git('init', '--quiet', '--initial-branch', 'main')
  git('remote', 'add', 'origin', 'https://gitlab.com/acme/shop.git')
  const pulled = await runs(['npx fanion pull --environment development --out src/flags.gen.ts'])
  if (pulled.code !== 0) throw new Error(pulled.said)
  git('add', '.')
  git('commit', '--quiet', '--message', 'shop')
  commit = git('rev-parse', 'HEAD').trim()
  // A detached checkout, as CI runners make it.
  git('checkout', '--quiet', '--detach')
})

describe('the jobs of the guide', () => {
  it('run on GitHub: the check with its annotations, and the scan of what was pushed', async () => {
    expect(Object.keys(github.env)).toEqual(['FANION_URL', 'FANION_TOKEN'])
    const commands = github.jobs.flags.steps.flatMap(({ run }) => run ?? [])
    expect(commands).toHaveLength(3)
    const given = { GITHUB_REF_NAME: 'main', GITHUB_SHA: commit }
    expect(await runs(commands, given)).toEqual({
      code: 0,
      said: expect.stringMatching(/matches the server[\s\S]*Sent 1 reference/),
    })
    expect(await scanned()).toEqual({ repository: 'acme/shop', branch: 'main', commit })
    const file = path.join(shop, 'src/flags.gen.ts')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace('checkout:', 'gone: { type: "boolean", default: false },\n  checkout:'))
    expect(await runs(commands, given)).toEqual({
      code: 1,
      said: expect.stringMatching(/^::error file=src\/flags\.gen\.ts,line=\d+,/m),
    })
    writeFileSync(file, text)
  })

  it('run on GitLab', async () => {
    const given = { CI_COMMIT_BRANCH: 'trunk', CI_COMMIT_SHA: commit }
    expect(await runs(gitlab.flags.script, given)).toMatchObject({
      code: 0,
      said: expect.stringContaining('Sent 1 reference'),
    })
    const { api, project } = world
    const branches = (await api.references.repositories.query({ project })).map(({ branch }) => branch)
    expect(branches).toContain('trunk')
  })

  it('run in a shell', async () => {
    expect(others).toEqual([])
    expect(await runs(plain.trim().split('\n'))).toMatchObject({
      code: 0,
      said: expect.stringContaining('Sent 1 reference'),
    })
  })

  it('say that a checkout of a commit has no branch', async () => {
    expect(await runs(['npx fanion scan'])).toEqual({ code: 2, said: expect.stringContaining('--branch main') })
  })
})
