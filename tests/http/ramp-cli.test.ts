import { beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../support/cli.ts'
import { aFolder } from '../support/folder.ts'
import { anOwner, testServer } from '../support/server.ts'

let env: Record<string, string>
let owner: Awaited<ReturnType<typeof anOwner>>

const run = (...args: string[]) => fanion('ramp', ...args, '--environment', 'production')
const fanion = (...args: string[]) => runCli([...args, '--project', owner.project], env)

beforeAll(async () => {
  const { url } = await testServer({ FANION_ALLOW_PRIVATE_ADDRESSES: '1' })
  owner = await anOwner(url)
  const { project } = owner
  for (const key of ['checkout', 'banner', 'teaser', 'unramped']) {
    await owner.api.flags.create.mutate({ project, key, name: key, onIn: ['production'] })
    const head = (await owner.api.flags.get.query({ project, flag: key })).heads['production']
    if (!head) throw new Error('a new flag is everywhere')
    const document = { ...head.document, otherwise: { variant: 'off' } }
    await owner.api.revisions.publish.mutate({
      ...{ project, environment: 'production', base: head.revision, message: 'off for everybody' },
      entries: [{ kind: 'flag', key, document }],
    })
  }
  const scopes = [{ project, role: 'admin' as const }]
  const { text } = await owner.api.tokens.create.mutate({ name: 'ramps', scopes })
  env = { FANION_URL: url, FANION_TOKEN: text, XDG_CONFIG_HOME: await aFolder('ramps') }
})

describe('fanion ramp', () => {
  it('says what is missing, and starts nothing', async () => {
    expect(await run('start', 'unramped', '--plan', 'daring', '--to', 'on')).toMatchObject({ code: 2 })
    expect((await run('start', 'unramped')).said).toContain('--to on|off')
    const { code, said } = await run('status', 'unramped')
    expect(code).toBe(1)
    expect(said).toContain('fanion ramp start unramped')
  })

  it('starts, pauses, resumes, takes a step and undoes, and `wait` tells a pipeline how it ended', async () => {
    const started = await run('start', 'checkout', '--to', 'on', '--plan', 'careful')
    expect(started).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^Ramp \d of checkout in production is .*step 1/),
    })
    expect((await run('pause', 'checkout')).code).toBe(0)
    expect((await run('wait', 'checkout')).code).toBe(2)
    expect((await run('resume', 'checkout')).code).toBe(0)
    expect(await run('go-on', 'checkout')).toMatchObject({ code: 0, said: expect.stringContaining('step 2') })
    expect((await run('back', 'checkout')).code).toBe(0)
    expect((await run('wait', 'checkout')).code).toBe(1)
    const { heads } = await owner.api.flags.get.query({ project: owner.project, flag: 'checkout' })
    expect(heads['production']?.document).toMatchObject({ rules: [], otherwise: { variant: 'off' } })
  })

  it('acts on the ramp that is on its way, whatever was proposed besides; another is refused and leaves no change', async () => {
    const { project } = owner
    const { heads } = await owner.api.flags.get.query({ project, flag: 'banner' })
    const steps = [{ share: 5_000, hold: 'PT1H' }, { share: 100_000 }]
    const proposal = { project, environment: 'production', flag: 'banner', base: heads['production']?.revision ?? 0 }
    const plan = { rule: null, to: 'on', steps }
    const first = await owner.api.ramps.propose.mutate({ ...proposal, plan })
    const second = await owner.api.ramps.propose.mutate({ ...proposal, plan })
    await owner.api.changes.publish.mutate({ project, change: first.number })
    expect((await run('status', 'banner')).said).toContain(
      `Ramp ${first.ramp?.number} of banner in production is running`,
    )
    await expect(owner.api.changes.publish.mutate({ project, change: second.number })).rejects.toThrow(/./)
    await owner.api.changes.withdraw.mutate({ project, change: second.number })
    const { said, code } = await run('start', 'banner', '--to', 'on')
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.stringContaining(`Ramp ${first.ramp?.number} of banner is open`),
    })
    const open = await owner.api.ramps.list.query({ project, flag: 'banner', open: true })
    expect(open.ramps.map(({ number }) => number)).toEqual([first.ramp?.number])
    expect((await run('back', 'banner')).code).toBe(0)
  })

  it('puts the plan before reviewers where a publish waits for them', async () => {
    const { project } = owner
    const production = { project, environment: 'production' }
    await owner.api.environments.edit.mutate({ ...production, requiredApprovals: 1 })
    const { code, said } = await run('start', 'teaser', '--to', 'on')
    await owner.api.environments.edit.mutate({ ...production, requiredApprovals: 0 })
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('waits for approval') })
  })
})

describe('fanion source', () => {
  it('saves, tests, renews and removes, and names the ramps that ask it before it goes', async () => {
    expect((await fanion('source', 'list')).said).toContain('no sources')
    expect(await fanion('source', 'save', 'deploys', '--kind', 'verdict')).toMatchObject({ code: 2 })
    // The server's own health endpoint: it responds, but not with a verdict.
    const place = ['--kind', 'verdict', '--address', `${env['FANION_URL']}/healthz`]
    expect((await fanion('source', 'save', 'deploys', ...place)).said).toContain('deploys: verdict at http')
    expect(await fanion('source', 'test', 'deploys')).toMatchObject({
      code: 1,
      said: expect.stringContaining('deploys: '),
    })
    expect((await fanion('source', 'new-secret', 'deploys')).said).toMatch(/^whsec_/)
    const { project } = owner
    const head = (await owner.api.flags.get.query({ project, flag: 'checkout' })).heads['production']
    const steps = [{ share: 1_000, hold: 'PT1H' }, { share: 100_000 }]
    await owner.api.ramps.propose.mutate({
      ...{ project, environment: 'production', flag: 'checkout', base: head?.revision ?? 0 },
      plan: { rule: null, to: 'on', steps, guards: [{ verdict: 'deploys', then: 'pause' }] },
    })
    expect((await fanion('source', 'list')).said).toMatch(/with a secret; asked by ramp \d+$/)
    const refused = await fanion('source', 'remove', 'deploys')
    expect(refused).toMatchObject({ code: 2, said: expect.stringMatching(/ramp \d+ of checkout in production/) })
    expect((await fanion('source', 'remove', 'deploys', '--apply')).said).toContain('no sources')
  })
})
