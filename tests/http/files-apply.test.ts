import { execFileSync } from 'node:child_process'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connect } from '../../src/client/cli/connect.ts'
import { createToken } from '../../src/server/features/access/keys/create-token.ts'
import type { Db } from '../../src/server/platform/db/pool.ts'
import { CreateTokenInput } from '../../src/shared/features/access/schemas/api-token.ts'
import { arbitraryProject, datafilesOfProject, makeProject } from '../support/arbitrary-project.ts'
import { runCli } from '../support/cli.ts'
import { aFolder } from '../support/folder.ts'
import { aPerson, contextOf, join } from '../support/people.ts'
import { draws } from '../support/seed.ts'
import { anOwner, testServer } from '../support/server.ts'

let url: string
let db: Db
let owner: Awaited<ReturnType<typeof anOwner>>
let token: string
let dir: string

/** Runs a command as in CI, against a real server. */
const fanion = (command: string, as = token, ...more: string[]) =>
  runCli([command, '--project', owner.project, '--dir', dir, ...more], {
    FANION_URL: url,
    FANION_TOKEN: as,
    XDG_CONFIG_HOME: dir,
  })
const tokenOf = async (role: 'viewer' | 'editor' | 'publisher') => {
  const person = await aPerson(db, role)
  await join(db, person, owner.project, role)
  const input = CreateTokenInput.parse({ name: role, scopes: [{ project: '*', role }] })
  return (await createToken(contextOf(db, person), input)).text
}
const documents = async () =>
  (await datafilesOfProject(owner)).map(({ environment, flags, segments }) => ({ environment, flags, segments }))
const edit = async (name: string, ...changes: [from: string | RegExp, to: string][]) => {
  const file = path.join(dir, name)
  const text = await readFile(file, 'utf8')
  await writeFile(
    file,
    changes.reduce((all, [from, to]) => all.replace(from, to), text),
  )
}
const newFlag = (environments: readonly string[], more = '') =>
  `flag: new\nname: New\ntype: boolean\nvariants: { "on": true, "off": false }\nenvironments:\n${environments
    .map((key) => `  ${key}:\n    on: true\n    offVariant: "off"\n    otherwise: { variant: "on" }\n${more}`)
    .join('')}`
const everything = async () => {
  const { project, api } = owner
  const ground = await api.files.ground.query({ project })
  return { standing: await datafilesOfProject(owner), ground, changes: await api.changes.list.query({ project }) }
}

beforeAll(async () => {
  const { server, url: address } = await testServer({ FANION_REQUESTS_PER_MINUTE: '0' })
  url = address
  db = server.services.db
})
beforeEach(async () => {
  owner = await anOwner(url)
  dir = path.join(await aFolder('files'), 'flags')
  const { api, project } = owner
  token = (await api.tokens.create.mutate({ name: 'files', scopes: [{ project: '*', role: 'admin' }] })).text
  await api.flags.create.mutate({ project, key: 'checkout', name: 'Checkout' })
  await fanion('export')
})

describe('fanion apply', () => {
  it('makes an empty project what another is, in one change, and then finds nothing more to do', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryProject, async (drawn) => {
        owner = await anOwner(url)
        dir = path.join(await aFolder('files'), 'flags')
        await makeProject(owner, drawn)
        expect((await fanion('export')).code).toBe(0)
        const before = await everything()
        expect(await fanion('apply')).toEqual({ code: 0, said: expect.stringContaining('Nothing to apply') })
        expect(await everything()).toEqual(before)
        const wanted = await documents()
        owner = await anOwner(url)
        expect(await fanion('apply')).toMatchObject({ code: 0, said: expect.stringContaining('Published change 1') })
        expect(await documents()).toEqual(wanted)
        expect(await fanion('plan')).toMatchObject({ code: 0 })
      }),
      { numRuns: draws(3) },
    )
  })

  it('changes what a flag is called and how it stands, and prints where that can be looked at', async () => {
    await edit('checkout.yaml', ['name: Checkout', 'name: Pay\ntags: [team a]'], [/"on": false/g, '"on": true'])
    const { code, said } = await fanion('apply', token, '--message', 'Pay for everyone')
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining(`${url}/p/${owner.project}/changes/1`) })
    const { flag, heads } = await owner.api.flags.get.query({ project: owner.project, flag: 'checkout' })
    expect(flag).toMatchObject({ name: 'Pay', tags: ['team a'] })
    expect(Object.values(heads).map(({ document }) => document.on)).toEqual(
      [true, true, true].slice(0, Object.keys(heads).length),
    )
    const { changes } = await owner.api.changes.list.query({ project: owner.project })
    expect(changes).toMatchObject([{ state: 'applied', number: 1 }])
  })

  it('waits for approval where a person’s publish would, with nobody’s answer changed before', async () => {
    const { api, project } = owner
    const other = await tokenOf('publisher')
    await api.environments.edit.mutate({ project, environment: 'production', protected: true, requiredApprovals: 1 })
    const before = await documents()
    await edit('checkout.yaml', [/"on": false/g, '"on": true'])
    await writeFile(path.join(dir, 'new.yaml'), newFlag(['development', 'production']))
    const { code, said } = await fanion('apply')
    expect({ code, said }).toEqual({
      code: 0,
      said: expect.stringMatching(/Change 1 waits for review: .*\/changes\/1\n.*approval/),
    })
    for (const { environment, flags } of await documents()) {
      const was = before.find((one) => one.environment === environment)
      expect(flags['checkout']).toEqual(was?.flags['checkout'])
      expect(flags['new']).toMatchObject({ on: false, offVariant: null })
    }
    const approver = connect(url, other)
    const { version } = await approver.changes.get.query({ project, change: 1 })
    await approver.changes.approve.mutate({ project, change: 1, version })
    await approver.changes.publish.mutate({ project, change: 1 })
    expect(await fanion('plan')).toMatchObject({ code: 0 })
  })

  it('asks for the rights of a publish: an editor’s waits for a publisher, a viewer’s is refused', async () => {
    const { api, project } = owner
    await api.environments.edit.mutate({ project, environment: 'production', protected: true })
    await edit('checkout.yaml', [/"on": false/g, '"on": true'])
    const before = await everything()
    expect(await fanion('plan', await tokenOf('viewer'))).toMatchObject({ code: 2 })
    expect(await fanion('apply', await tokenOf('viewer'))).toMatchObject({
      code: 1,
      said: expect.stringMatching(/viewer/i),
    })
    expect(await everything()).toEqual(before)
    const { code, said } = await fanion('apply', await tokenOf('editor'))
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('waits for someone who may publish') })
    expect(await datafilesOfProject(owner)).toEqual(before.standing)
  })

  it.each<[what: string, prepare: () => Promise<unknown>, says: RegExp]>([
    [
      'a pattern that is not safe',
      () => {
        const when = '{ attribute: a, operator: matches, values: ["(a+)+$"] }'
        const rule = `    rules:\n      - id: a\n        when: ${when}\n        serve: { variant: "on" }\n`
        return writeFile(path.join(dir, 'new.yaml'), newFlag(['production'], rule))
      },
      /pattern|regular expression/,
    ],
    [
      'a promise that would be broken',
      async () => {
        const { api, project } = owner
        const promise = {
          key: 'kept',
          name: 'Kept',
          why: '',
          flag: null,
          environments: null,
          force: 'refuses' as const,
        }
        await api.promises.save.mutate({ project, ...promise, sentence: 'nobody gets checkout on', edits: false })
        await writeFile(path.join(dir, 'new.yaml'), newFlag(['development']))
        await edit('checkout.yaml', [/"on": false/g, '"on": true'])
      },
      /breaks/,
    ],
    [
      'a key that the project does not take',
      async () => {
        const { api, project } = owner
        await api.projects.edit.mutate({ project, flagKeyPattern: 'checkout.*' })
        await writeFile(path.join(dir, 'new.yaml'), newFlag(['development']))
        await edit('checkout.yaml', [/"on": false/g, '"on": true'])
      },
      /must match/,
    ],
  ])('leaves nothing half done: %s', async (_, prepare, says) => {
    await prepare()
    await edit('checkout.yaml', ['name: Checkout', 'name: Pay'])
    const before = await everything()
    const { code, said } = await fanion('apply')
    expect({ code, said }).toEqual({ code: 1, said: expect.stringMatching(says) })
    expect(await everything()).toEqual(before)
  })

  it('applies nothing of a folder in which one file is wrong', async () => {
    await edit('checkout.yaml', ['name: Checkout', 'name: Pay'])
    await writeFile(path.join(dir, 'new.yaml'), newFlag(['nowhere']))
    const before = await everything()
    expect(await fanion('apply')).toEqual({
      code: 1,
      said: expect.stringMatching(/new\.yaml:6:3 environments\.nowhere: /),
    })
    expect(await everything()).toEqual(before)
  })

  it('leaves a ramp alone, whose steps are no difference', async () => {
    const { api, project } = owner
    await edit(
      'checkout.yaml',
      [/"on": false/g, '"on": true'],
      [/otherwise: \{ variant: "on" \}/g, 'otherwise: { variant: "off" }'],
    )
    expect((await fanion('apply')).code).toBe(0)
    const base =
      (await datafilesOfProject(owner)).find(({ environment }) => environment === 'production')?.revision ?? 0
    const steps = [{ share: 1_000, hold: 'PT1H' }, { share: 5_000, hold: 'PT1H' }, { share: 100_000 }]
    const proposed = {
      project,
      environment: 'production',
      flag: 'checkout',
      base,
      plan: { rule: null, to: 'on', steps },
    }
    const { number: change } = await api.ramps.propose.mutate(proposed)
    await api.changes.publish.mutate({ project, change })
    expect(await fanion('plan')).toMatchObject({ code: 0 })
    expect((await fanion('export')).said).toContain('up to date')
    const { ramps } = await api.ramps.list.query({ project, environment: 'production', flag: 'checkout', limit: 1 })
    await api.ramps.goOn.mutate({ project, ramp: ramps[0]?.number ?? 0, version: ramps[0]?.version ?? 0 })
    expect(await fanion('plan')).toMatchObject({ code: 0 })
    await edit('checkout.yaml', [/offVariant: "off"/g, 'offVariant: "on"'])
    expect((await fanion('apply')).said).toContain('Published')
    const after = await api.ramps.get.query({ project, ramp: ramps[0]?.number ?? 0 })
    expect(after).toMatchObject({ state: 'running', step: 1 })
    expect(await readdir(dir)).toEqual(['checkout.yaml'])
  })
})

describe('fanion apply --prune', () => {
  it('archives what no file has, which the plan names before, and what holds back an archive holds it back', async () => {
    const { api, project } = owner
    await api.flags.create.mutate({ project, key: 'old', name: 'Old', onIn: ['development'] })
    expect((await fanion('plan')).said).toContain('in no file: they stay as they are')
    const planned = await fanion('plan', token, '--prune')
    expect(planned).toEqual({
      code: 2,
      said: expect.stringContaining('- flag old\n    archived, since no file has it'),
    })
    const sentence = 'everyone gets old on'
    const promise = { key: 'kept', name: 'Kept', why: '', flag: null, environments: ['development'], force: 'refuses' }
    await api.promises.save.mutate({ project, ...promise, force: 'refuses', sentence, edits: false })
    await edit('checkout.yaml', ['name: Checkout', 'name: Pay'])
    const before = await everything()
    expect(await fanion('apply', token, '--prune')).toMatchObject({ code: 1, said: expect.stringContaining('promise') })
    expect(await everything()).toEqual(before)
    await api.promises.remove.mutate({ project, key: 'kept' })
    expect(await fanion('apply', token, '--prune')).toEqual({ code: 0, said: expect.stringContaining('Archived old') })
    expect((await api.flags.get.query({ project, flag: 'old' })).flag.archivedAt).not.toBeNull()
    expect((await api.flags.get.query({ project, flag: 'checkout' })).flag.name).toBe('Pay')
    expect(await fanion('plan', token, '--prune')).toMatchObject({ code: 0 })
  })

  it('waits with --wait until its change is approved, publishes it, and archives then', async () => {
    const { api, project } = owner
    await api.flags.create.mutate({ project, key: 'old', name: 'Old' })
    await api.environments.edit.mutate({ project, environment: 'production', protected: true, requiredApprovals: 1 })
    await edit('checkout.yaml', [/"on": false/g, '"on": true'])
    const approver = connect(url, await tokenOf('publisher'))
    const approves = async () => {
      for (;;) {
        const { changes } = await approver.changes.list.query({ project })
        const [change] = changes.filter(({ state }) => state === 'in-review')
        if (change === undefined) continue
        const { version } = await approver.changes.get.query({ project, change: change.number })
        return approver.changes.approve.mutate({ project, change: change.number, version })
      }
    }
    const [applied] = await Promise.all([fanion('apply', token, '--prune', '--wait'), approves()])
    expect(applied).toEqual({ code: 0, said: expect.stringContaining('Change 1 is applied') })
    expect((await api.flags.get.query({ project, flag: 'old' })).flag.archivedAt).not.toBeNull()
    expect(await fanion('plan', token, '--prune')).toMatchObject({ code: 0 })
  })

  it('ends with --wait where the change is withdrawn', async () => {
    const { api, project } = owner
    await api.environments.edit.mutate({ project, environment: 'production', protected: true, requiredApprovals: 1 })
    await edit('checkout.yaml', [/"on": false/g, '"on": true'])
    const withdraws = async () => {
      for (;;) {
        const [change] = (await api.changes.list.query({ project })).changes
        if (change !== undefined) return api.changes.withdraw.mutate({ project, change: change.number })
      }
    }
    const [applied] = await Promise.all([fanion('apply', token, '--wait'), withdraws()])
    expect(applied).toEqual({ code: 1, said: expect.stringContaining('was withdrawn') })
  })
})

describe('fanion apply --plan', () => {
  const file = () => path.join(dir, '..', 'plan.json')

  it('applies what was planned, whatever the files say by then', async () => {
    await edit('checkout.yaml', ['name: Checkout', 'name: Pay'], [/"on": false/g, '"on": true'])
    expect(await fanion('plan', token, '--out', file())).toMatchObject({
      code: 2,
      said: expect.stringContaining('--plan'),
    })
    await edit('checkout.yaml', ['name: Pay', 'name: Other'])
    expect(await fanion('apply', token, '--plan', file())).toMatchObject({ code: 0 })
    const { flag, heads } = await owner.api.flags.get.query({ project: owner.project, flag: 'checkout' })
    expect([flag.name, heads['production']?.document.on]).toEqual(['Pay', true])
  })

  it('refuses where somebody published one of its flags since, also what would not clash, or renamed it', async () => {
    const { api, project } = owner
    await edit('checkout.yaml', ['name: Checkout', 'name: Pay'], [/"on": false/g, '"on": true'])
    await fanion('plan', token, '--out', file())
    const { heads } = await api.flags.get.query({ project, flag: 'checkout' })
    const head = heads['production']
    if (head === undefined) throw new Error('checkout is not in production')
    const rule = { id: 'r', when: { attribute: 'a', operator: 'is' as const, values: ['b'] }, serve: { variant: 'on' } }
    const document = { ...head.document, rules: [rule] }
    const entries = [{ kind: 'flag' as const, key: 'checkout', document }]
    await api.revisions.publish.mutate({
      project,
      environment: 'production',
      base: head.revision,
      message: 'm',
      entries,
    })
    const before = await everything()
    const stale = await fanion('apply', token, '--plan', file())
    expect(stale).toEqual({ code: 1, said: expect.stringContaining('since revision') })
    expect(await everything()).toEqual(before)
    await fanion('plan', token, '--out', file())
    await api.flags.update.mutate({ project, flag: 'checkout', name: 'Else' })
    const renamed = await fanion('apply', token, '--plan', file())
    expect(renamed).toEqual({ code: 1, said: expect.stringContaining('checkout changed since the plan was made') })
  })

  it('takes nothing that is no plan', async () => {
    await writeFile(file(), '{"plan":2}')
    expect(await fanion('apply', token, '--plan', file())).toEqual({
      code: 1,
      said: expect.stringContaining('isn’t a plan'),
    })
  })
})

describe('flags kept in files', () => {
  const git = (...args: string[]) => execFileSync('git', ['-C', path.join(dir, '..'), ...args], { encoding: 'utf8' })
  const keptIn = async (flag: string) => (await owner.api.flags.get.query({ project: owner.project, flag })).flag.keptIn

  it('know where, also where nothing else changes, and no longer where their file is gone', async () => {
    git('init', '-q')
    git('remote', 'add', 'origin', 'git@github.com:acme/shop.git')
    git('add', '.')
    git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '-qm', 'Flags')
    const commit = git('rev-parse', 'HEAD').trim()
    const before = await datafilesOfProject(owner)
    expect(await fanion('apply')).toEqual({
      code: 0,
      said: expect.stringContaining('1 flag marked as kept in acme/shop'),
    })
    expect(await datafilesOfProject(owner)).toEqual(before)
    expect(await keptIn('checkout')).toEqual({ repository: 'acme/shop', path: 'flags/checkout.yaml', commit })
    expect((await fanion('apply')).said).not.toContain('marked')
    await owner.api.flags.create.mutate({ project: owner.project, key: 'other', name: 'Other' })
    await writeFile(path.join(dir, 'other.yaml'), newFlag(['development']).replace('flag: new', 'flag: other'))
    await rm(path.join(dir, 'checkout.yaml'))
    expect(await fanion('apply')).toMatchObject({ code: 0 })
    expect(await keptIn('checkout')).toBeNull()
    expect(await keptIn('other')).toMatchObject({ path: 'flags/other.yaml' })
  })
})
