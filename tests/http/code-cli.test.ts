import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runCli } from '../support/cli.ts'
import { aFolder } from '../support/folder.ts'
import { anOwner, testServer } from '../support/server.ts'

const files = {
  'src/flags.ts': `import { defineFlags } from '@fanion/sdk'

export const flags = defineFlags({
  /** The new checkout. */
  checkout: { type: 'boolean', default: false },
  hero: { type: 'boolean', default: false },
})
`,
  'src/fanion.ts': `import { createFanion } from '@fanion/sdk/node'
import { flags } from './flags.js'

export const fanion = createFanion({ url: '', key: '', flags })
`,
  'src/cart.ts': `import { fanion } from './fanion.js'
import { fresh, old } from './steps.js'

/** What comes after the cart. */
export function next(user: { id: string }) {
  if (fanion.flags.checkout({ targetingKey: user.id })) {
    return fresh(user)
  }
  return old(user)
}
`,
  'src/steps.ts': 'export const fresh = (of: unknown) => of\nexport const old = (of: unknown) => of\n',
  'docs/notes.txt': 'The flag checkout is about to go.\n',
}

let folder: string
let env: Record<string, string>
let owner: Awaited<ReturnType<typeof anOwner>>
const run = (...args: string[]) => runCli(args, env)
const git = (...args: string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
    encoding: 'utf8',
  })
const cart = () => readFileSync(path.join(folder, 'src/cart.ts'), 'utf8')

beforeAll(async () => {
  const { url } = await testServer()
  owner = await anOwner(url)
  const { api, project } = owner
  const key = await api.keys.create.mutate({ project, environment: 'development', kind: 'server', name: 'ci' })
  await api.flags.create.mutate({ project, key: 'checkout', name: 'Checkout' })
  env = { FANION_URL: url, FANION_KEY: key.text }
})

beforeEach(async () => {
  folder = await aFolder('shop')
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  git('init', '--quiet', '--initial-branch', 'main')
  git('remote', 'add', 'origin', 'git@github.com:acme/shop.git')
  git('add', '.')
  git('commit', '--quiet', '--message', 'shop')
})

describe('fanion scan', () => {
  it('finds each read, declaration and mention with its place, and how they are linked to', async () => {
    const { code, said } = await run('scan', folder, '--dry-run', '--json', '--lines', '--blame')
    const { references, ...head } = JSON.parse(said)
    expect({ code, head }).toMatchObject({
      code: 0,
      head: {
        repository: 'acme/shop',
        branch: 'main',
        linkTemplate: 'https://github.com/acme/shop/blob/{commit}/{path}#L{line}',
        sent: false,
      },
    })
    const short = references.map((one: Record<string, unknown>) => [
      one['path'],
      one['line'],
      one['column'],
      one['kind'],
    ])
    expect(short.toSorted()).toEqual([
      ['docs/notes.txt', 1, 10, 'mention'],
      ['src/cart.ts', 6, 7, 'read'],
      ['src/flags.ts', 5, 3, 'declaration'],
    ])
    expect(references[0]).toMatchObject({
      lineHash: expect.stringMatching(/^[0-9a-f]{16}$/),
      since: expect.any(String),
    })
  })
})

describe('fanion scan with a token', () => {
  it('tells the server, which then knows the places, and forgets those that are gone', async () => {
    const { api, project } = owner
    const { text } = await api.tokens.create.mutate({ name: 'ci', scopes: [{ project, role: 'editor' }] })
    const asServerKey = env
    env = { FANION_URL: asServerKey['FANION_URL'] ?? '', FANION_TOKEN: text }
    try {
      const scan = ['scan', folder, '--project', project, '--lines']
      expect(await run(...scan)).toEqual({
        code: 0,
        said: expect.stringMatching(/^Sent 3 references to 1 flag, 1 read/),
      })
      const known = await api.references.ofFlag.query({ project, flag: 'checkout' })
      expect(JSON.stringify(known)).toContain('https://github.com/acme/shop/blob/')
      expect(JSON.stringify(known)).toContain('if (fanion.flags.checkout(')
      expect((await run(...scan, '--repository', 'acme/../shop\n')).code).toBe(1)
    } finally {
      env = asServerKey
    }
  })
})

describe('a scan of more than goes into one request', () => {
  it('is sent in parts, and replaces what was known with the last of them', async () => {
    const { api, project } = owner
    const { text } = await api.tokens.create.mutate({ name: 'parts', scopes: [{ project, role: 'editor' }] })
    const asServerKey = env
    env = { FANION_URL: asServerKey['FANION_URL'] ?? '', FANION_TOKEN: text }
    const notes = path.join(folder, 'docs/many.txt')
    writeFileSync(notes, `${'checkout '.repeat(12_000)}\n`)
    try {
      const { code, said } = await run('scan', folder, '--project', project, '--repository', 'acme/many')
      expect({ code, said }).toEqual({
        code: 0,
        said: expect.stringMatching(/^Sent 12,003 references to 1 flag, 1 read/),
      })
      const of = (await api.references.repositories.query({ project })).find((one) => one.repository === 'acme/many')
      expect(of).toMatchObject({ references: 12_003 })
      // A rejected scan leaves the earlier result in place.
      const refused = [
        'scan',
        folder,
        '--project',
        project,
        '--repository',
        'acme/many',
        '--link',
        'https://a:b@c.test/{path}',
      ]
      expect(await run(...refused)).toEqual({ code: 1, said: expect.stringContaining('Link template') })
      expect(
        (await api.references.repositories.query({ project })).find((one) => one.repository === 'acme/many'),
      ).toEqual(of)
    } finally {
      env = asServerKey
      rmSync(notes)
    }
  })
})

describe('fanion scan elsewhere', () => {
  it('says where it needs git, and finds keys by the aliases of fanion.config.json in other languages', async () => {
    const bare = await aFolder('bare')
    expect(await run('scan', bare, '--dry-run')).toEqual({
      code: 1,
      said: expect.stringContaining('run it in your repository'),
    })
    writeFileSync(path.join(folder, 'shop.py'), 'if CHECKOUT_V2 or checkout_v2: pass\n')
    writeFileSync(path.join(folder, 'fanion.config.json'), '{ "aliases": ["SCREAMING_CASE"] }')
    const { api, project } = owner
    await api.flags.create.mutate({ project, key: 'checkout-v2', name: 'Two' })
    const places = async () => {
      const { said } = await run('scan', folder, '--dry-run', '--json')
      return JSON.parse(said).references.filter((one: { flag: string }) => one.flag === 'checkout-v2')
    }
    await expect.poll(places).toMatchObject([{ path: 'shop.py', line: 1, column: 4, kind: 'mention' }])
    writeFileSync(path.join(folder, 'fanion.config.json'), '{ "aliases": ["kebab"] }')
    expect(await run('scan', folder, '--dry-run')).toEqual({
      code: 2,
      said: expect.stringContaining('fanion.config.json can’t be used: aliases.0'),
    })
    for (const file of ['shop.py', 'fanion.config.json']) rmSync(path.join(folder, file))
  })
})

describe('fanion remove', () => {
  it('shows what would change, and writes nothing', async () => {
    const { code, said } = await run('remove', 'checkout', folder, '--as', 'on')
    expect(code).toBe(0)
    expect(said).toContain('-  if (fanion.flags.checkout({ targetingKey: user.id })) {')
    expect(said).toContain('-  checkout: ')
    expect(said).toContain('Nothing was written.')
    expect(git('status', '--porcelain')).toBe('')
  })

  it('takes its changes back where the check fails', async () => {
    const { code, said } = await run('remove', 'checkout', folder, '--as', 'on', '--write', '--check', 'exit 3')
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('exit code 3') })
    expect(git('status', '--porcelain')).toBe('')
  })

  it('writes over nothing that is not committed', async () => {
    writeFileSync(path.join(folder, 'src/steps.ts'), `${files['src/steps.ts']}// mine\n`)
    const { code, said } = await run('remove', 'checkout', folder, '--as', 'on', '--write')
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('not committed') })
    git('checkout', '--quiet', '.')
  })

  it('takes the flag out, with its declaration and the import that nobody needs, and is done then', async () => {
    const { code } = await run('remove', 'checkout', folder, '--as', 'on', '--write', '--check', 'test -f src/cart.ts')
    expect(code).toBe(0)
    expect(cart()).toBe(`import { fresh } from './steps.js'

/** What comes after the cart. */
export function next(user: { id: string }) {
  return fresh(user)
}
`)
    expect(readFileSync(path.join(folder, 'src/flags.ts'), 'utf8')).toBe(`import { defineFlags } from '@fanion/sdk'

export const flags = defineFlags({
  hero: { type: 'boolean', default: false },
})
`)
    git('commit', '--quiet', '--all', '--message', 'settled')
    expect((await run('remove', 'checkout', folder, '--as', 'on')).said).toBe('No code here reads checkout.')
  })

  it('says which variants there are, and that --check goes with --write', async () => {
    expect((await run('remove', 'checkout', folder, '--as', 'blue')).said).toContain('use on or off')
    expect(await run('remove', 'checkout', folder, '--check', 'true')).toMatchObject({ code: 2 })
  })
})
