import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { arbitraryProject, datafilesOfProject, makeProject } from '../support/arbitrary-project.ts'
import { runCli } from '../support/cli.ts'
import { runCliProcess } from '../support/cli-process.ts'
import { aFolder } from '../support/folder.ts'
import { draws } from '../support/seed.ts'
import { anOwner, testServer } from '../support/server.ts'

let url: string
let owner: Awaited<ReturnType<typeof anOwner>>
let env: Record<string, string>
let dir: string

const run = (...args: string[]) => runCli([...args, '--project', owner.project, '--dir', dir], env)
const filesOf = async () => {
  const names = (await readdir(dir, { recursive: true })).filter((name) => name.endsWith('.yaml')).toSorted()
  return Promise.all(names.map(async (name) => [name, await readFile(path.join(dir, name), 'utf8')] as const))
}

beforeAll(async () => {
  ;({ url } = await testServer({ FANION_REQUESTS_PER_MINUTE: '0' }))
  const { api } = await anOwner(url)
  const { text } = await api.tokens.create.mutate({ name: 'files', scopes: [{ project: '*', role: 'admin' }] })
  env = { FANION_URL: url, FANION_TOKEN: text, XDG_CONFIG_HOME: await aFolder('files-home') }
})
// Each test has its own project and folder.
beforeEach(async () => {
  owner = await anOwner(url)
  dir = path.join(await aFolder('files'), 'flags')
})

describe('fanion export', () => {
  it('writes what a plan finds nothing to change in, whatever the project is', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryProject, async (drawn) => {
        owner = await anOwner(url)
        dir = path.join(await aFolder('files'), 'flags')
        await makeProject(owner, drawn)
        expect((await run('export')).code).toBe(0)
        const written = await filesOf()
        const { code, said } = await run('plan')
        expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('is as') })
        // Also if every file is parsed, because none is recognized by its text.
        for (const [name, text] of written) await writeFile(path.join(dir, name), `${text}# kept\n`)
        expect(await run('plan')).toEqual({ code, said })
        expect((await run('export')).said).toContain('up to date')
        expect(await filesOf()).toEqual(written.map(([name, text]) => [name, `${text}# kept\n`]))
      }),
      { numRuns: draws(5) },
    )
  })

  it('writes what changed where its file is, and names files of what is not there', async () => {
    const { api, project } = owner
    for (const key of ['a', 'b']) await api.flags.create.mutate({ project, key, name: key })
    await run('export')
    await rename(path.join(dir, 'a.yaml'), path.join(dir, 'first.yml'))
    await writeFile(
      path.join(dir, 'c.yaml'),
      (await readFile(path.join(dir, 'b.yaml'), 'utf8')).replace('flag: b', 'flag: c'),
    )
    await api.flags.update.mutate({ project, flag: 'a', name: 'Another' })
    const { said } = await run('export')
    expect(said).toContain('Wrote 1 of 2 files')
    expect(said).toContain('c.yaml is about what')
    expect((await readdir(dir)).toSorted()).toEqual(['b.yaml', 'c.yaml', 'first.yml'])
    expect(await readFile(path.join(dir, 'first.yml'), 'utf8')).toContain('name: Another')
  })

  it('writes nothing where a flag holds a key of a server, and no secret of the project', async () => {
    const { api, project } = owner
    const key = await api.keys.create.mutate({ project, environment: 'production', kind: 'server', name: 'shop' })
    await api.flags.create.mutate({ project, key: 'plain', name: 'Plain' })
    await run('export')
    const all = JSON.stringify(await filesOf())
    for (const secret of [key.text, key.text.slice(8, 24), env['FANION_TOKEN'] ?? '']) expect(all).not.toContain(secret)
    const variants = [{ key: 'one', value: key.text }]
    await api.flags.create.mutate({ project, key: 'leaky', name: 'Leaky', type: 'string', variants })
    const { code, said } = await run('export')
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('flag leaky contains a key') })
    expect(said).not.toContain(key.text)
    expect((await readdir(dir)).toSorted()).toEqual(['plain.yaml'])
  })
})

const edit = async (name: string, ...changes: [from: string | RegExp, to: string][]) => {
  const file = path.join(dir, name)
  const text = await readFile(file, 'utf8')
  await writeFile(
    file,
    changes.reduce((all, [from, to]) => all.replace(from, to), text),
  )
}

describe('fanion plan', () => {
  beforeEach(async () => {
    const { api, project } = owner
    await api.flags.create.mutate({ project, key: 'checkout', name: 'Checkout' })
    await api.segments.create.mutate({ project, key: 'staff', name: 'Staff' })
    await run('export')
  })

  it('says in sentences what would change, with exit code 2, and changes nothing', async () => {
    const before = await datafilesOfProject(owner)
    await edit('checkout.yaml', ['name: Checkout', 'name: Pay'], [/"on": false/, '"on": true'])
    await edit('segments/staff.yaml', [/development: \{\}/, 'development: { included: [anna] }'])
    await writeFile(
      path.join(dir, 'new.yaml'),
      'flag: new\nname: New\ntype: string\nvariants: { a: x }\nenvironments:\n  development:\n    on: true\n    offVariant: null\n    otherwise: { variant: a }\n',
    )
    const { code, said } = await run('plan')
    expect(code).toBe(2)
    expect(said).toContain('~ flag checkout\n    name: "Checkout" → "Pay"\n    development: status: off → on')
    expect(said).toContain('+ flag new')
    expect(said).toContain('~ segment staff\n    development: included added: anna')
    expect(said).toContain('2 flags and 1 segment would change in development')
    expect(await datafilesOfProject(owner)).toEqual(before)
  })

  it('shows what somebody changed meanwhile, and flags that no file has', async () => {
    await owner.api.flags.create.mutate({ project: owner.project, key: 'other', name: 'Other' })
    expect(await run('plan')).toEqual({ code: 0, said: expect.stringContaining('1 flag or segment is in') })
    await owner.api.flags.switch.mutate({
      ...{ project: owner.project, environment: 'development', flag: 'checkout', on: true },
      base: (await datafilesOfProject(owner))[0]?.revision ?? 0,
    })
    expect(await run('plan')).toEqual({ code: 2, said: expect.stringContaining('development: status: on → off') })
  })

  it.each<[what: string, change: [string | RegExp, string], says: RegExp]>([
    [
      'a field that is not known',
      ['name: Checkout', 'name: Checkout\nowner: anna'],
      /:4:1 owner: no such field; expected one of flag,/,
    ],
    ['a field that is nearly known', ['offVariant', 'offVarient'], /offVarient: no such field; expected “offVariant”/],
    [
      'an environment that is not there',
      ['production:', 'prodution:'],
      /prodution: there is no such environment; expected production/,
    ],
    [
      'a variant that is not there',
      [/variant: "on"/, 'variant: "onn"'],
      /checkout\.yaml:\d+:\d+ environments\.development\.otherwise\.variant: /,
    ],
    [
      'another type',
      ['type: boolean', 'type: number'],
      /:4:1 type: it is number; expected boolean, the type of the flag/,
    ],
    ['the key of another file', ['flag: checkout', 'segment: staff'], /no such field/],
    ['what is no YAML', ['name: Checkout', 'name: [Checkout'], /checkout\.yaml:\d+:\d+/],
  ])('refuses %s with its file, line and column', async (_, change, says) => {
    await edit('checkout.yaml', change)
    const { code, said } = await run('plan')
    expect(said).toMatch(says)
    expect(code).toBe(1)
  })

  it('refuses two files of one flag, and a flag that is archived', async () => {
    await writeFile(path.join(dir, 'twin.yaml'), await readFile(path.join(dir, 'checkout.yaml'), 'utf8'))
    expect((await run('plan')).said).toMatch(/twin\.yaml:\d+:1 flag: it is in .*checkout\.yaml, too/)
    await owner.api.flags.archive.mutate({ project: owner.project, flag: 'checkout' })
    await writeFile(path.join(dir, 'twin.yaml'), 'segment: other\nname: Other\n')
    expect(await run('plan')).toEqual({ code: 1, said: expect.stringContaining('flag: it is archived') })
  })

  it('runs as a process of its own, and prints JSON where it is asked to', async () => {
    const args = ['plan', '--project', owner.project, '--dir', dir]
    expect(await runCliProcess(args, env)).toMatchObject({ code: 0, failed: '' })
    await edit('checkout.yaml', ['name: Checkout', 'name: Pay'])
    const { code, said } = await runCliProcess([...args, '--json'], env)
    expect({ code, json: JSON.parse(said) }).toMatchObject({
      code: 2,
      json: { changes: true, edits: [{ flag: 'checkout', name: 'Pay' }] },
    })
    expect(await runCliProcess([...args, '--dir', `${dir}-gone`], env)).toMatchObject({ code: 2 })
  })

  it('says what to do where there is no folder', async () => {
    dir = `${dir}-gone`
    expect(await run('plan')).toEqual({ code: 1, said: expect.stringContaining('fanion export --dir') })
  })
})
